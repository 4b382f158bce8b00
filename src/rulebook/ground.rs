//! Boards of scenarios: drawn in the file or taken from the fixtures.

use super::format::RawMap;
use crate::board::{Board, Cell, Edge, EdgeKind, Ground, LightGrade, Object, Orientation, Overlay};
use serde::de::DeserializeOwned;

/// A board as a file draws it.
///
/// # Errors
/// Every fault found.
pub fn board(map: &RawMap) -> Result<Board, Vec<String>> {
    let mut faults = Vec::new();
    let width = map.rows.iter().map(|row| row.chars().count()).max();
    let (width, height) = (width.unwrap_or(0), map.rows.len());
    if !(1..=512).contains(&width) || !(1..=512).contains(&height) {
        return Err(vec![
            "a board has 1 to 512 rows of 1 to 512 hexes".to_owned(),
        ]);
    }
    let orientation = if map.flat {
        Orientation::FlatTop
    } else {
        Orientation::PointyTop
    };
    let mut board = Board::new(width as u16, height as u16, orientation);
    if let Some(light) = &map.light {
        match word::<LightGrade>(light) {
            Some(grade) => board.ambient = grade,
            None => faults.push(format!("`{light}` is no light: bright, dim, dark, black")),
        }
    }
    for (row, text) in map.rows.iter().enumerate() {
        if text.chars().count() != width {
            faults.push(format!(
                "row {row} has {} characters, the longest row {width}",
                text.chars().count()
            ));
            continue;
        }
        for (column, sign) in text.chars().enumerate() {
            let hex = board.hex_of(column as u16, row as u16);
            let cell = match map.legend.get(&sign) {
                Some(words) => cell(words).map_err(|word| {
                    format!(
                        "legend `{sign}`: `{word}` is no ground, object, overlay, light, `exit` or \
                         `level 2`"
                    )
                }),
                None => built_in(sign)
                    .ok_or_else(|| format!("`{sign}` in row {row} is not in the legend")),
            };
            match (cell, board.cell_mut(hex)) {
                (Ok(cell), Some(place)) => *place = cell,
                (Err(fault), _) if !faults.contains(&fault) => faults.push(fault),
                _ => {}
            }
        }
    }
    for ((column, row), dir, words) in &map.edges {
        if let Err(fault) = put_edge(&mut board, (*column, *row), dir, words) {
            faults.push(fault);
        }
    }
    if faults.is_empty() {
        Ok(board)
    } else {
        Err(faults)
    }
}

/// A word of the rules as its value.
fn word<T: DeserializeOwned>(text: &str) -> Option<T> {
    ron::from_str(text).ok()
}

fn built_in(sign: char) -> Option<Cell> {
    let ground = |ground| Cell {
        ground,
        ..Cell::default()
    };
    Some(match sign {
        '.' => ground(Ground::Grass),
        '#' => ground(Ground::Rock),
        ':' => ground(Ground::Road),
        '~' => ground(Ground::ShallowWater),
        'c' => ground(Ground::Crawlway),
        'r' => ground(Ground::Rough),
        'T' => Cell {
            object: Some(Object::Tree),
            ..Cell::default()
        },
        'P' => Cell {
            object: Some(Object::Pillar),
            ..Cell::default()
        },
        _ => return None,
    })
}

fn cell(words: &[String]) -> Result<Cell, String> {
    let mut cell = Cell::default();
    for text in words {
        if text == "exit" {
            cell.exit = true;
        } else if let Some(level) = text.strip_prefix("level ") {
            cell.level = level.trim().parse().map_err(|_| text.clone())?;
        } else if let Some(ground) = word::<Ground>(text) {
            cell.ground = ground;
        } else if let Some(object) = word::<Object>(text) {
            cell.object = Some(object);
        } else if let Some(overlay) = word::<Overlay>(text) {
            cell.overlays = cell.overlays.with(overlay);
        } else if let Some(light) = word(text) {
            cell.light = Some(light);
        } else {
            return Err(text.clone());
        }
    }
    Ok(cell)
}

fn put_edge(board: &mut Board, at: (u16, u16), dir: &str, words: &str) -> Result<(), String> {
    let hex = board.hex_of(at.0, at.1);
    let dir = board.orientation.dir(dir).ok_or_else(|| {
        let all = board.orientation.names().join(", ");
        format!("edge at {at:?}: `{dir}` is no direction here: {all}")
    })?;
    let (kind, state) = words.split_once(' ').unwrap_or((words, ""));
    let kind: EdgeKind =
        word(kind).ok_or_else(|| format!("edge at {at:?}: `{kind}` is no hexside feature"))?;
    let mut edge = Edge::new(kind);
    match state.trim() {
        "" => {}
        "open" => edge.open = true,
        "locked" => edge.locked = true,
        other => {
            return Err(format!(
                "edge at {at:?}: `{other}`: write `open` or `locked`"
            ));
        }
    }
    if board.set_edge(hex, dir, Some(edge)) {
        Ok(())
    } else {
        Err(format!("edge at {at:?} is off the board"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawn_board_is_read() {
        let map = RawMap {
            rows: vec!["..#".into(), "m.T".into()],
            legend: [('m', vec!["mud".to_owned(), "level 2".to_owned()])].into(),
            edges: vec![((0, 0), "E".to_owned(), "door open".to_owned())],
            light: Some("dim".to_owned()),
            ..RawMap::default()
        };
        let board = board(&map).unwrap();
        assert_eq!(board.cell(board.hex_of(2, 0)).unwrap().ground, Ground::Rock);
        let mud = board.cell(board.hex_of(0, 1)).unwrap();
        assert_eq!((mud.ground, mud.level), (Ground::Mud, 2));
        assert_eq!(board.ambient, LightGrade::Dim);
        let dir = board.orientation.dir("E").unwrap();
        assert!(board.edge(board.hex_of(0, 0), dir).unwrap().open);
    }

    #[test]
    fn every_fault_of_a_board_is_told() {
        let map = RawMap {
            rows: vec!["..?".into(), "m".into()],
            edges: vec![((0, 0), "N".to_owned(), "wall".to_owned())],
            light: Some("pink".to_owned()),
            ..RawMap::default()
        };
        assert_eq!(board(&map).unwrap_err().len(), 4);
    }
}
