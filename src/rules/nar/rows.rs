//! Which rows of a Round somebody's slots fall on: NAR alone decides (N-008 to N-016). Pure.

/// Rows of a Round, a second each (N-010).
pub const ROWS: u8 = 12;

/// The rows in the order in which they are filled (N-011, N-012).
const FILLED: [u8; ROWS as usize] = [1, 3, 5, 7, 9, 11, 2, 4, 6, 8, 10, 12];

/// Slots on a row, 1 to 12, of somebody with so many NAR (N-011, N-013).
pub fn slots(nar: u8, row: u8) -> u8 {
    let extra = FILLED[..usize::from(nar % ROWS)].contains(&row);
    nar / ROWS + u8::from(extra)
}

/// Slots on the rows after a row.
pub fn slots_after(nar: u8, row: u8) -> u8 {
    (row + 1..=ROWS).map(|row| slots(nar, row)).sum()
}

/// Rows from now on (0 is this one) until the `nth` slot, from 1, of somebody who has `due` slots
/// left on this row; at least 1 NAR is presumed.
pub fn rows_until(nar: u8, row: u8, due: u8, nth: u32) -> u32 {
    let mut left = nth.saturating_sub(u32::from(due));
    let (mut rows, mut row) = (0, row);
    while left > 0 {
        row = row % ROWS + 1;
        rows += 1;
        left = left.saturating_sub(u32::from(slots(nar.max(1), row)));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn occupied(nar: u8) -> Vec<u8> {
        (1..=ROWS).filter(|row| slots(nar, *row) > 0).collect()
    }

    /// The table of N-011, row by row, NAR 1 to 12.
    const TABLE: [&str; 12] = [
        "111111111111",
        "......111111",
        ".11111111111",
        ".......11111",
        "..1111111111",
        "........1111",
        "...111111111",
        ".........111",
        "....11111111",
        "..........11",
        ".....1111111",
        "...........1",
    ];

    #[test]
    fn n011_all_cells_of_the_table() {
        for (at, line) in TABLE.iter().enumerate() {
            for (column, cell) in line.bytes().enumerate() {
                let found = slots(column as u8 + 1, at as u8 + 1);
                assert_eq!(
                    found,
                    u8::from(cell == b'1'),
                    "row {} NAR {}",
                    at + 1,
                    column + 1
                );
            }
        }
    }

    #[test]
    fn n011_the_first_rows_of_the_filling() {
        for nar in 1..=12 {
            let mut first = FILLED[..usize::from(nar)].to_vec();
            first.sort_unstable();
            assert_eq!(occupied(nar), first);
        }
    }

    #[test]
    fn n012_gaps_go_upward() {
        let lacking = |nar| -> Vec<u8> { (1..=12).filter(|row| slots(nar, *row) == 0).collect() };
        assert_eq!(lacking(11), [12]);
        assert_eq!(lacking(6), [2, 4, 6, 8, 10, 12]);
        assert_eq!(lacking(5), [2, 4, 6, 8, 10, 11, 12]);
        assert_eq!(lacking(4), [2, 4, 6, 8, 9, 10, 11, 12]);
    }

    #[test]
    fn n013_extras_above_twelve() {
        let all = |nar| -> Vec<u8> { (1..=12).map(|row| slots(nar, row)).collect() };
        assert_eq!(all(16), [2, 1, 2, 1, 2, 1, 2, 1, 1, 1, 1, 1]);
        assert_eq!(all(14), [2, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
        assert_eq!(all(24), [2; 12]);
        assert_eq!(all(26), [3, 2, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2]);
        for nar in 0..=60 {
            assert_eq!(slots(nar, 1) + slots_after(nar, 1), nar);
        }
    }

    #[test]
    fn n014_placement_of_nine_and_ten() {
        assert_eq!(occupied(10), [1, 2, 3, 4, 5, 6, 7, 8, 9, 11]);
        assert_eq!(occupied(9), [1, 2, 3, 4, 5, 6, 7, 9, 11]);
    }

    #[test]
    fn the_row_of_a_later_slot() {
        // NAR 9 on row 9, being served there: its third slot is row 1 of the next Round (N-024).
        assert_eq!(rows_until(9, 9, 1, 1), 0);
        assert_eq!(rows_until(9, 9, 1, 2), 2);
        assert_eq!(rows_until(9, 9, 1, 3), 4);
        // Two slots on one row.
        assert_eq!(rows_until(14, 1, 2, 2), 0);
        assert_eq!(rows_until(14, 1, 1, 2), 1);
        assert_eq!(rows_until(0, 5, 0, 1), 8);
    }
}
