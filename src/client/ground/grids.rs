//! Operations on whole pictures of numbers: blurs and distances.

/// A picture of numbers, row by row.
pub type Grid = Vec<f32>;

/// One box blur along rows, written with rows and columns exchanged.
fn box_rows(from: &[f32], width: usize, height: usize, radius: usize, to: &mut [f32]) {
    let scale = 1.0 / (2 * radius + 1) as f32;
    for y in 0..height {
        let row = &from[y * width..(y + 1) * width];
        let at = |x: isize| row[x.clamp(0, width as isize - 1) as usize];
        let mut sum: f32 = (-(radius as isize)..=radius as isize).map(at).sum();
        for x in 0..width {
            to[x * height + y] = sum * scale;
            sum += at((x + radius + 1) as isize) - at(x as isize - radius as isize);
        }
    }
}

/// A blur close to a bell curve: three boxes each way. `sigma` in pixels.
pub fn blur(grid: &mut Grid, width: usize, height: usize, sigma: f32) {
    let radius = (sigma * 0.98).round() as usize;
    if radius == 0 || width == 0 || height == 0 {
        return;
    }
    let mut other = vec![0.0; grid.len()];
    for _ in 0..if radius > 2 { 3 } else { 2 } {
        box_rows(grid, width, height, radius, &mut other);
        box_rows(&other, height, width, radius, grid);
    }
}

/// The far distance that stands for none.
const FAR: f32 = 1e9;

/// Squared distances along one line (Felzenszwalb and Huttenlocher).
fn line_distance(f: &[f32], out: &mut [f32], v: &mut [usize], z: &mut [f32]) {
    let n = f.len();
    let mut k = 0;
    v[0] = 0;
    z[0] = -FAR;
    z[1] = FAR;
    for q in 1..n {
        loop {
            let p = v[k];
            let s = ((f[q] + (q * q) as f32) - (f[p] + (p * p) as f32)) / (2 * q - 2 * p) as f32;
            if s <= z[k] && k > 0 {
                k -= 1;
                continue;
            }
            if s <= z[k] {
                v[0] = q;
                z[1] = FAR;
                break;
            }
            k += 1;
            v[k] = q;
            z[k] = s;
            z[k + 1] = FAR;
            break;
        }
    }
    k = 0;
    for (q, value) in out.iter_mut().enumerate() {
        while z[k + 1] < q as f32 {
            k += 1;
        }
        let d = q as f32 - v[k] as f32;
        *value = d * d + f[v[k]];
    }
}

/// The distance of each pixel to the nearest one that is not `inside`, in pixels; 0 outside.
pub fn distance(inside: &[bool], width: usize, height: usize) -> Grid {
    let longest = width.max(height);
    let (mut v, mut z) = (vec![0usize; longest + 1], vec![0.0f32; longest + 2]);
    let mut grid: Grid = inside
        .iter()
        .map(|is| if *is { 1e7 } else { 0.0 })
        .collect();
    let mut column = vec![0.0; height];
    let mut out = vec![0.0; longest];
    for x in 0..width {
        for y in 0..height {
            column[y] = grid[y * width + x];
        }
        line_distance(&column, &mut out[..height], &mut v, &mut z);
        for y in 0..height {
            grid[y * width + x] = out[y];
        }
    }
    for y in 0..height {
        let row = grid[y * width..(y + 1) * width].to_vec();
        line_distance(&row, &mut out[..width], &mut v, &mut z);
        for x in 0..width {
            grid[y * width + x] = out[x].sqrt();
        }
    }
    grid
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_exact() {
        let (width, height) = (23, 17);
        let inside: Vec<bool> = (0..width * height)
            .map(|at| !matches!(at, 40 | 200 | 311))
            .collect();
        let found = distance(&inside, width, height);
        for at in 0..width * height {
            let (x, y) = ((at % width) as f32, (at / width) as f32);
            let nearest = [40usize, 200, 311]
                .iter()
                .map(|other| {
                    let (a, b) = ((other % width) as f32, (other / width) as f32);
                    ((x - a).powi(2) + (y - b).powi(2)).sqrt()
                })
                .fold(f32::MAX, f32::min);
            assert!(
                (found[at] - nearest).abs() < 0.01,
                "{at}: {} {nearest}",
                found[at]
            );
        }
    }

    #[test]
    fn a_blur_keeps_the_sum() {
        let (width, height) = (60, 60);
        let mut grid = vec![0.0; width * height];
        grid[30 * width + 30] = 100.0;
        blur(&mut grid, width, height, 4.0);
        let sum: f32 = grid.iter().sum();
        assert!((sum - 100.0).abs() < 0.1);
        assert!(grid[30 * width + 30] < 5.0 && grid[30 * width + 30] > grid[30 * width + 38]);
    }
}
