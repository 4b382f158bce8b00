//! Shapes on a picture in memory, their edges smoothed: what the engraver's sprites are drawn with.

/// A colour, each part from 0 to 1.
pub type Rgb = [f32; 3];

/// A colour by its number.
pub const fn rgb(hex: u32) -> Rgb {
    [
        ((hex >> 16) & 255) as f32 / 255.0,
        ((hex >> 8) & 255) as f32 / 255.0,
        (hex & 255) as f32 / 255.0,
    ]
}

/// A picture with an alpha of its own; alpha 1 all over for the ground.
pub struct Canvas {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Colours.
    pub colour: Vec<Rgb>,
    /// Opacity.
    pub alpha: Vec<f32>,
    /// Pixels a point.
    pub density: f32,
    /// The plane's point in the upper left corner.
    pub origin: (f32, f32),
    row: Vec<f32>,
}

/// Parts a pixel's height is cut into.
const SLICES: usize = 4;

impl Canvas {
    /// An empty picture.
    pub fn new(width: usize, height: usize, density: f32, origin: (f32, f32)) -> Canvas {
        Canvas {
            width,
            height,
            colour: vec![[0.0; 3]; width * height],
            alpha: vec![0.0; width * height],
            density,
            origin,
            row: vec![0.0; width + 2],
        }
    }

    /// Puts a colour over a pixel.
    pub fn blend(&mut self, at: usize, colour: Rgb, alpha: f32) {
        let below = self.alpha[at];
        let total = alpha + below * (1.0 - alpha);
        if total <= 0.0 {
            return;
        }
        let share = alpha / total;
        for part in 0..3 {
            self.colour[at][part] += (colour[part] - self.colour[at][part]) * share;
        }
        self.alpha[at] = total;
    }

    /// How much of each pixel a polygon covers (even-odd), handed to `put`.
    pub fn cover(&mut self, points: &[(f32, f32)], mut put: impl FnMut(&mut Canvas, usize, f32)) {
        let pixel = |&(x, y): &(f32, f32)| {
            (
                (x - self.origin.0) * self.density,
                (y - self.origin.1) * self.density,
            )
        };
        let points: Vec<(f32, f32)> = points.iter().map(pixel).collect();
        let low = points.iter().fold(f32::MAX, |low, point| low.min(point.1));
        let high = points
            .iter()
            .fold(f32::MIN, |high, point| high.max(point.1));
        if points.len() < 3 || high < 0.0 || low >= self.height as f32 {
            return;
        }
        let (first, last) = (
            low.max(0.0) as usize,
            (high.min(self.height as f32 - 1.0)) as usize,
        );
        let mut row = std::mem::take(&mut self.row);
        let mut crossings: Vec<f32> = Vec::new();
        for y in first..=last {
            let (mut from, mut to) = (self.width, 0);
            for slice in 0..SLICES {
                let at = y as f32 + (slice as f32 + 0.5) / SLICES as f32;
                crossings.clear();
                for (index, a) in points.iter().enumerate() {
                    let b = &points[(index + 1) % points.len()];
                    if (a.1 <= at) != (b.1 <= at) {
                        crossings.push(a.0 + (at - a.1) / (b.1 - a.1) * (b.0 - a.0));
                    }
                }
                crossings.sort_by(f32::total_cmp);
                for pair in crossings.chunks_exact(2) {
                    let (left, right) = (pair[0].max(0.0), pair[1].min(self.width as f32));
                    if right <= left {
                        continue;
                    }
                    let (a, b) = (left as usize, (right.ceil() as usize).min(self.width));
                    (from, to) = (from.min(a), to.max(b));
                    for x in a..b {
                        let inside = (right.min(x as f32 + 1.0) - left.max(x as f32)).max(0.0);
                        row[x] += inside / SLICES as f32;
                    }
                }
            }
            for x in from..to {
                let share = std::mem::take(&mut row[x]);
                if share > 0.003 {
                    put(self, y * self.width + x, share.min(1.0));
                }
            }
        }
        self.row = row;
    }

    /// A polygon filled.
    pub fn fill(&mut self, points: &[(f32, f32)], colour: Rgb, alpha: f32) {
        self.cover(points, |canvas, at, share| {
            canvas.blend(at, colour, share * alpha)
        });
    }

    /// A line.
    pub fn line(&mut self, a: (f32, f32), b: (f32, f32), width: f32, colour: Rgb, alpha: f32) {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let length = (dx * dx + dy * dy).sqrt().max(1e-4);
        let (nx, ny) = (-dy / length * width / 2.0, dx / length * width / 2.0);
        let quad = [
            (a.0 + nx, a.1 + ny),
            (b.0 + nx, b.1 + ny),
            (b.0 - nx, b.1 - ny),
            (a.0 - nx, a.1 - ny),
        ];
        self.fill(&quad, colour, alpha);
    }

    /// A closed outline.
    pub fn outline(&mut self, points: &[(f32, f32)], width: f32, colour: Rgb, alpha: f32) {
        for (index, a) in points.iter().enumerate() {
            self.line(*a, points[(index + 1) % points.len()], width, colour, alpha);
        }
    }

    /// A polygon filled and outlined.
    pub fn shape(&mut self, points: &[(f32, f32)], fill: Rgb, width: f32, ink: Rgb) {
        self.fill(points, fill, 1.0);
        self.outline(points, width, ink, 1.0);
    }

    /// An arc of a circle, angles in degrees clockwise from the right.
    pub fn arc(
        &mut self,
        centre: (f32, f32),
        radius: f32,
        from: f32,
        to: f32,
        width: f32,
        colour: Rgb,
        alpha: f32,
    ) {
        let steps = ((to - from).abs() / 12.0).ceil().max(2.0) as usize;
        let at = |step: usize| {
            let angle = (from + (to - from) * step as f32 / steps as f32).to_radians();
            (
                centre.0 + radius * angle.cos(),
                centre.1 + radius * angle.sin(),
            )
        };
        for step in 0..steps {
            self.line(at(step), at(step + 1), width, colour, alpha);
        }
    }
}

/// An ellipse as a polygon.
pub fn ellipse(centre: (f32, f32), rx: f32, ry: f32) -> Vec<(f32, f32)> {
    let count = (8.0 + rx.max(ry) * 0.8).min(48.0) as usize;
    (0..count)
        .map(|index| {
            let angle = index as f32 / count as f32 * std::f32::consts::TAU;
            (centre.0 + rx * angle.cos(), centre.1 + ry * angle.sin())
        })
        .collect()
}

/// Points moved.
pub fn moved(points: &[(f32, f32)], dx: f32, dy: f32) -> Vec<(f32, f32)> {
    points
        .iter()
        .map(|point| (point.0 + dx, point.1 + dy))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_covered_square_has_its_area() {
        let mut canvas = Canvas::new(20, 20, 1.0, (0.0, 0.0));
        let mut area = 0.0;
        let square = [(2.5, 3.25), (12.5, 3.25), (12.5, 9.75), (2.5, 9.75)];
        canvas.cover(&square, |_, _, share| area += share);
        assert!((area - 65.0).abs() < 0.5, "{area}");
        canvas.fill(&square, [1.0, 0.0, 0.0], 1.0);
        assert_eq!(canvas.alpha[5 * 20 + 5], 1.0);
        assert_eq!(canvas.alpha[0], 0.0);
        // Outside of the picture nothing is drawn and nothing breaks.
        canvas.fill(
            &[(-50.0, -50.0), (-40.0, -50.0), (-45.0, 90.0)],
            [0.0; 3],
            1.0,
        );
    }
}
