//! The camera: which part of the plane stands where on the screen.

use bevy_egui::egui::{Pos2, Rect, Vec2, pos2, vec2};

/// Least and greatest zoom.
const ZOOMS: (f32, f32) = (0.12, 4.0);

/// A camera over the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The plane's point in the middle of the frame.
    pub centre: Pos2,
    /// Screen points for one point of the plane.
    pub zoom: f32,
    /// The part of the screen the board may use.
    pub frame: Rect,
    /// Where a move of the camera goes, if one is under way.
    goal: Option<(Pos2, f32)>,
}

impl Default for Camera {
    fn default() -> Camera {
        Camera {
            centre: Pos2::ZERO,
            zoom: 1.0,
            frame: Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 720.0)),
            goal: None,
        }
    }
}

impl Camera {
    /// Shows all of a rectangle.
    pub fn fit(&mut self, bounds: Rect) {
        let room = self.frame.size().max(vec2(40.0, 40.0));
        let zoom = (room.x / bounds.width()).min(room.y / bounds.height());
        self.zoom = zoom.clamp(ZOOMS.0, 1.75);
        self.centre = bounds.center();
        self.goal = None;
    }

    /// A point of the plane on the screen.
    pub fn screen(&self, at: Pos2) -> Pos2 {
        self.frame.center() + (at - self.centre) * self.zoom
    }

    /// A point of the screen on the plane.
    pub fn plane(&self, at: Pos2) -> Pos2 {
        self.centre + (at - self.frame.center()) / self.zoom
    }

    /// What a screen larger than the frame shows of the plane.
    pub fn seen(&self) -> Rect {
        let half = vec2(4000.0, 3000.0) / self.zoom;
        let all = Rect::from_center_size(self.centre, half * 2.0);
        let (a, b) = (
            self.plane(pos2(-8.0, -8.0)),
            self.plane(self.frame.max + vec2(900.0, 500.0)),
        );
        all.intersect(Rect::from_min_max(a, b))
    }

    /// Moves with the hand.
    pub fn drag(&mut self, by: Vec2, bounds: Rect) {
        self.goal = None;
        self.centre -= by / self.zoom;
        self.stay(bounds);
    }

    /// Zooms about a point of the screen that stays where it is.
    pub fn zoom_at(&mut self, at: Pos2, factor: f32, bounds: Rect) {
        self.goal = None;
        let fixed = self.plane(at);
        self.zoom = (self.zoom * factor).clamp(ZOOMS.0, ZOOMS.1);
        self.centre = fixed - (at - self.frame.center()) / self.zoom;
        self.stay(bounds);
    }

    fn stay(&mut self, bounds: Rect) {
        self.centre = self.centre.clamp(bounds.min, bounds.max);
    }

    /// Goes calmly to a point unless it is well in view already.
    pub fn follow(&mut self, at: Pos2) {
        let calm = self.frame.shrink(50.0f32.min(self.frame.width() / 6.0));
        if !calm.contains(self.screen(at)) {
            self.goal = Some((at, self.zoom));
        }
    }

    /// Goes calmly so far that all of these points are well in view, the first of them in any case.
    pub fn hold(&mut self, points: &[Pos2]) {
        let Some(first) = points.first() else { return };
        let calm = self.frame.shrink(60.0f32.min(self.frame.width() / 6.0));
        let mut all = Rect::from_min_max(self.screen(*first), self.screen(*first));
        for point in &points[1..] {
            let mut more = all;
            more.extend_with(self.screen(*point));
            if more.width() <= calm.width() && more.height() <= calm.height() {
                all = more;
            }
        }
        let along = |low: f32, high: f32, from: f32, to: f32| {
            if low < from {
                low - from
            } else if high > to {
                high - to
            } else {
                0.0
            }
        };
        let by = vec2(
            along(all.left(), all.right(), calm.left(), calm.right()),
            along(all.top(), all.bottom(), calm.top(), calm.bottom()),
        );
        if by != Vec2::ZERO {
            self.goal = Some((self.centre + by / self.zoom, self.zoom));
        }
    }

    /// Goes to a point of the plane, shown at a point of the screen.
    pub fn show_at(&mut self, at: Pos2, screen: Pos2) {
        let centre = at - (screen - self.frame.center()) / self.zoom;
        if (centre - self.centre).length() * self.zoom > 24.0 {
            self.goal = Some((centre, self.zoom));
        }
    }

    /// Looks at a point of the plane at once.
    pub fn look_at(&mut self, at: Pos2, bounds: Rect) {
        self.goal = None;
        self.centre = at;
        self.stay(bounds);
    }

    /// Whether it is under way.
    pub fn is_moving(&self) -> bool {
        self.goal.is_some()
    }

    /// Goes on for some seconds.
    pub fn step(&mut self, seconds: f32, at_once: bool) {
        let Some((centre, zoom)) = self.goal else {
            return;
        };
        let share = if at_once {
            1.0
        } else {
            1.0 - (-seconds * 11.0).exp()
        };
        self.centre += (centre - self.centre) * share;
        self.zoom += (zoom - self.zoom) * share;
        if (centre - self.centre).length() < 0.5 {
            self.centre = centre;
            self.goal = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fitted_board_is_seen_whole_and_zooming_keeps_the_point_under_the_hand() {
        let mut camera = Camera {
            frame: Rect::from_min_max(pos2(20.0, 90.0), pos2(900.0, 640.0)),
            ..Camera::default()
        };
        let bounds = Rect::from_min_size(pos2(-50.0, -40.0), vec2(1800.0, 700.0));
        camera.fit(bounds);
        for corner in [bounds.min, bounds.max] {
            assert!(camera.frame.expand(1.0).contains(camera.screen(corner)));
        }
        let hand = pos2(300.0, 300.0);
        let before = camera.plane(hand);
        camera.zoom_at(hand, 1.7, bounds);
        assert!((camera.plane(hand) - before).length() < 0.01);
        assert!((camera.screen(camera.plane(hand)) - hand).length() < 0.01);
    }

    #[test]
    fn points_are_brought_into_view_by_no_more_than_it_takes() {
        let mut camera = Camera {
            frame: Rect::from_min_max(pos2(0.0, 0.0), pos2(800.0, 600.0)),
            ..Camera::default()
        };
        camera.hold(&[pos2(0.0, 0.0), pos2(100.0, 50.0)]);
        assert!(!camera.is_moving(), "they are in view already");
        camera.hold(&[pos2(0.0, 0.0), pos2(500.0, 0.0)]);
        camera.step(1.0, true);
        assert!((camera.screen(pos2(500.0, 0.0)).x - 740.0).abs() < 0.5);
        // What is too far apart gives way to the first.
        camera.hold(&[pos2(-2000.0, 0.0), pos2(500.0, 0.0)]);
        camera.step(1.0, true);
        let calm = camera.frame.shrink(59.0);
        assert!(calm.contains(camera.screen(pos2(-2000.0, 0.0))));
    }
}
