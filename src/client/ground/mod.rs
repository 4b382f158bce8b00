//! The ground: pictures of the board in tiles, drawn by threads of their own and kept while they
//! are looked at. A frame never waits for them: until a fine tile is there, a coarse one shows.

mod bake;
mod decals;
mod grids;
pub mod noise;
pub mod plan;
pub mod raster;
mod structures;

use super::field::camera::Camera;
use bake::TILE;
use bevy_egui::egui::{
    Color32, ColorImage, Context, Painter, Pos2, Rect, TextureHandle, TextureOptions, pos2,
};
use plan::Plan;
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex};

/// Pixels a point, by level of detail.
const DENSITIES: [f32; 4] = [0.25, 0.5, 1.0, 2.0];

/// Tiles kept ready; the ones looked at longest ago go first.
const KEPT: usize = 72;

/// A tile: which plan, which level of detail, column and row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    plan: u64,
    level: usize,
    column: i32,
    row: i32,
}

struct Job {
    place: Place,
    plan: Arc<Plan>,
}

/// What is asked for, and whether nobody asks any more.
#[derive(Default)]
struct Jobs {
    list: Vec<Job>,
    over: bool,
}

/// The threads that draw, and what they are asked for; the last thing asked comes first.
struct Workshop {
    jobs: Arc<(Mutex<Jobs>, Condvar)>,
    done: Receiver<(Place, ColorImage)>,
}

impl Workshop {
    fn new() -> Workshop {
        let jobs: Arc<(Mutex<Jobs>, Condvar)> = Arc::default();
        let (sender, done) = channel();
        let threads =
            std::thread::available_parallelism().map_or(1, |count| count.get().clamp(2, 5) - 1);
        for _ in 0..threads {
            let (jobs, sender) = (jobs.clone(), sender.clone());
            std::thread::spawn(move || work(&jobs, &sender));
        }
        Workshop { jobs, done }
    }
}

impl Drop for Workshop {
    /// Sends the threads home; a tile under way is finished and thrown away.
    fn drop(&mut self) {
        if let Ok(mut jobs) = self.jobs.0.lock() {
            jobs.over = true;
        }
        self.jobs.1.notify_all();
    }
}

fn work(jobs: &(Mutex<Jobs>, Condvar), done: &Sender<(Place, ColorImage)>) {
    loop {
        let job = {
            let Ok(mut waiting) = jobs.0.lock() else {
                return;
            };
            loop {
                if waiting.over {
                    return;
                }
                if let Some(job) = waiting.list.pop() {
                    break job;
                }
                waiting = match jobs.1.wait(waiting) {
                    Ok(waiting) => waiting,
                    Err(_) => return,
                };
            }
        };
        let (corner, density, pixels) = extent(&job.plan, job.place);
        let image = bake::tile(&job.plan, corner, density, pixels);
        if done.send((job.place, image)).is_err() {
            return;
        }
    }
}

/// The part of the plane that is drawn at all: the board and a rim.
fn drawn(plan: &Plan) -> Rect {
    plan.bounds.expand(70.0)
}

/// A tile's corner in the plane, its density and its size.
fn extent(plan: &Plan, place: Place) -> ((f32, f32), f32, (usize, usize)) {
    let density = DENSITIES[place.level];
    let side = TILE as f32 / density;
    let all = drawn(plan);
    let corner = (
        all.min.x + place.column as f32 * side,
        all.min.y + place.row as f32 * side,
    );
    let pixels = |from: f32, to: f32| (((to - from).min(side) * density).ceil().max(1.0)) as usize;
    (
        corner,
        density,
        (pixels(corner.0, all.max.x), pixels(corner.1, all.max.y)),
    )
}

/// The ground of the board that is shown.
pub struct GroundPicture {
    workshop: Workshop,
    number: u64,
    plan: Option<Arc<Plan>>,
    tiles: BTreeMap<Place, (TextureHandle, u64)>,
    asked: Vec<Place>,
    frame: u64,
}

impl Default for GroundPicture {
    fn default() -> GroundPicture {
        GroundPicture {
            workshop: Workshop::new(),
            number: 0,
            plan: None,
            tiles: BTreeMap::new(),
            asked: Vec::new(),
            frame: 0,
        }
    }
}

impl GroundPicture {
    /// Shows another board, or the same one changed. The old picture stays until the new is there
    /// only in memory: tiles of another plan are never shown.
    pub fn show(&mut self, plan: Plan) {
        self.number += 1;
        self.plan = Some(Arc::new(plan));
        self.asked.clear();
        if let Ok(mut jobs) = self.workshop.jobs.0.lock() {
            jobs.list.clear();
        }
    }

    /// The plan shown.
    pub fn plan(&self) -> Option<&Plan> {
        self.plan.as_deref()
    }

    /// Whether tiles are still being drawn.
    pub fn is_busy(&self) -> bool {
        !self.asked.is_empty()
    }

    fn collect(&mut self, ctx: &Context) {
        while let Ok((place, image)) = self.workshop.done.try_recv() {
            self.asked.retain(|asked| *asked != place);
            if place.plan != self.number {
                continue;
            }
            let name = format!(
                "ground {} {} {} {}",
                place.plan, place.level, place.column, place.row
            );
            let texture = ctx.load_texture(name, image, TextureOptions::LINEAR);
            self.tiles.insert(place, (texture, self.frame));
        }
    }

    fn ask(&mut self, place: Place) {
        let Some(plan) = self.plan.clone() else {
            return;
        };
        if self.asked.contains(&place) {
            return;
        }
        self.asked.push(place);
        if let Ok(mut jobs) = self.workshop.jobs.0.lock() {
            jobs.list.push(Job { place, plan });
        }
        self.workshop.jobs.1.notify_one();
    }

    /// Draws what the camera sees. Whether everything was there in full detail.
    pub fn draw(&mut self, painter: &Painter, camera: &Camera, dim: Color32) -> bool {
        let Some(plan) = self.plan.clone() else {
            return false;
        };
        self.frame += 1;
        self.collect(painter.ctx());
        let wanted = camera.zoom * painter.ctx().pixels_per_point();
        let level = DENSITIES
            .iter()
            .position(|density| *density >= wanted * 0.8)
            .unwrap_or(DENSITIES.len() - 1);
        let view = camera.seen().intersect(drawn(&plan));
        if !view.is_positive() {
            return true;
        }
        // The coarse picture of the whole first: it is there at once and stands in for the rest.
        let mut missing = Vec::new();
        let mut whole = true;
        for level in if level == 0 { vec![0] } else { vec![0, level] } {
            for place in self.places(&plan, level, view) {
                match self.tiles.get_mut(&place) {
                    Some((texture, used)) => {
                        *used = self.frame;
                        let (corner, density, pixels) = extent(&plan, place);
                        let rect = bake::rect_of(corner, density, pixels);
                        let rect =
                            Rect::from_min_max(camera.screen(rect.min), camera.screen(rect.max));
                        let uv = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
                        painter.image(texture.id(), rect, uv, dim);
                    }
                    None => {
                        whole &= false;
                        missing.push(place);
                    }
                }
            }
        }
        // The last asked comes first, so the coarse ones are asked last.
        missing.sort_by_key(|place| std::cmp::Reverse(place.level));
        for place in missing {
            self.ask(place);
        }
        self.forget();
        whole
    }

    fn places(&self, plan: &Plan, level: usize, view: Rect) -> Vec<Place> {
        let side = TILE as f32 / DENSITIES[level];
        let all = drawn(plan);
        let span = |from: f32, to: f32, low: f32| {
            (
                ((from - low) / side).floor() as i32,
                ((to - low) / side - 1e-3).floor() as i32,
            )
        };
        let (c0, c1) = span(view.min.x, view.max.x, all.min.x);
        let (r0, r1) = span(view.min.y, view.max.y, all.min.y);
        let plan = self.number;
        (r0..=r1)
            .flat_map(|row| {
                (c0..=c1).map(move |column| Place {
                    plan,
                    level,
                    column,
                    row,
                })
            })
            .collect()
    }

    fn forget(&mut self) {
        let number = self.number;
        self.tiles.retain(|place, _| place.plan == number);
        while self.tiles.len() > KEPT {
            let oldest = self
                .tiles
                .iter()
                .min_by_key(|(_, (_, used))| *used)
                .map(|(place, _)| *place);
            let Some(place) = oldest else { return };
            if self
                .tiles
                .get(&place)
                .is_some_and(|(_, used)| *used == self.frame)
            {
                return;
            }
            self.tiles.remove(&place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Ground, Orientation};

    #[test]
    fn neighbouring_tiles_agree_where_they_meet() {
        let mut board = Board::new(6, 5, Orientation::PointyTop);
        for (column, row, ground) in [
            (1, 1, Ground::DeepWater),
            (2, 1, Ground::ShallowWater),
            (3, 2, Ground::Forest),
            (4, 3, Ground::Rock),
        ] {
            let hex = board.hex_of(column, row);
            if let Some(cell) = board.cell_mut(hex) {
                cell.ground = ground;
                cell.level = i8::from(ground == Ground::Rock);
            }
        }
        let plan = Plan::new(&board, &[]);
        let corner = (20.0, 30.0);
        let whole = bake::tile(&plan, corner, 0.5, (120, 60));
        let right = bake::tile(&plan, (corner.0 + 120.0, corner.1), 0.5, (60, 60));
        let mut different = 0;
        for y in 0..60 {
            for x in 0..60 {
                let (a, b) = (whole.pixels[y * 120 + 60 + x], right.pixels[y * 60 + x]);
                let far = a
                    .r()
                    .abs_diff(b.r())
                    .max(a.g().abs_diff(b.g()))
                    .max(a.b().abs_diff(b.b()));
                different += usize::from(far > 24);
            }
        }
        assert!(different < 60, "{different} of 3600 pixels differ");
    }
}
