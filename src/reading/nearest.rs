//! The nearest valid name to one that is not: what the writer most likely meant.

/// The allowed name nearest to `found`, if one is near enough to be a slip of the finger.
///
/// Case does not count. A third of the letters may differ, at least one; of equally near names
/// the first of the list is taken.
pub fn nearest<'n>(found: &str, allowed: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let found: Vec<char> = found.chars().flat_map(char::to_lowercase).collect();
    if found.is_empty() || found.len() > 64 {
        return None;
    }
    let mut best: Option<(usize, &str)> = None;
    for name in allowed {
        let letters: Vec<char> = name.chars().flat_map(char::to_lowercase).collect();
        if letters.len().abs_diff(found.len()) > 8 || letters.len() > 64 {
            continue;
        }
        let slips = distance(&found, &letters);
        let limit = (found.len().max(letters.len()) / 3).max(1);
        if slips <= limit && best.is_none_or(|(fewest, _)| slips < fewest) {
            best = Some((slips, name));
        }
    }
    best.map(|(_, name)| name)
}

/// Edit distance in which swapping two neighbouring letters is one slip.
fn distance(a: &[char], b: &[char]) -> usize {
    let width = b.len() + 1;
    let mut table = vec![0; (a.len() + 1) * width];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            let value = if i == 0 || j == 0 {
                i + j
            } else {
                let same = usize::from(a[i - 1] != b[j - 1]);
                let mut least = (table[(i - 1) * width + j - 1] + same)
                    .min(table[(i - 1) * width + j] + 1)
                    .min(table[i * width + j - 1] + 1);
                let swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                if swapped {
                    least = least.min(table[(i - 2) * width + j - 2] + 1);
                }
                least
            };
            table[i * width + j] = value;
        }
    }
    table[a.len() * width + b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_found_and_strangers_are_not() {
        let names = ["militia", "man_at_arms", "knight", "archer"];
        assert_eq!(nearest("miltia", names), Some("militia"));
        assert_eq!(nearest("Archer", names), Some("archer"));
        assert_eq!(nearest("arcehr", names), Some("archer"));
        assert_eq!(nearest("man-at-arms", names), Some("man_at_arms"));
        assert_eq!(nearest("wizard", names), None);
        assert_eq!(nearest("", names), None);
        assert_eq!(nearest("N", ["NE", "E"]), Some("NE"));
    }

    #[test]
    fn a_third_of_the_letters_may_differ() {
        assert_eq!(nearest("abcxyf", ["abcdef"]), Some("abcdef"));
        assert_eq!(nearest("abxyzf", ["abcdef"]), None);
    }
}
