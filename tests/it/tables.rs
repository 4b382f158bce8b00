//! Broken tables are told whole: every fault with its line, its column and what is allowed.

use serde::Deserialize;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

#[derive(Deserialize)]
struct Case {
    name: String,
    file: String,
    find: String,
    put: String,
}

/// What `check` says of a file put into a folder of its own; the folder's name is taken out.
fn checked(file: &str, text: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("phases");
    fs::create_dir(&tables).unwrap();
    let path = tables.join(file);
    fs::write(&path, text).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_hexfray"))
        .arg("check")
        .arg(&path)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{file}: {text}");
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let said = String::from_utf8(output.stdout).unwrap();
    said.replace(&format!("{}/", tables.display()), "")
}

#[test]
fn broken_tables_are_told_with_every_fault_and_its_place() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cases = fs::read_to_string(root.join("tests/tables/cases.ron")).unwrap();
    let cases: Vec<Case> = ron::from_str(&cases).unwrap();
    assert!(cases.len() >= 30);
    let mut said = String::new();
    for case in &cases {
        let shipped = root.join("assets/rules/phases").join(&case.file);
        let shipped = fs::read_to_string(shipped).unwrap();
        let broken = shipped.replacen(&case.find, &case.put, 1);
        assert_ne!(broken, shipped, "{}: nothing is replaced", case.name);
        let _ = writeln!(said, "== {}\n{}", case.name, checked(&case.file, &broken));
    }
    let path = root.join("tests/tables/expected.txt");
    if std::env::var_os("HEXFRAY_EXPECTED").is_some() {
        fs::write(&path, &said).unwrap();
    }
    assert_eq!(said, fs::read_to_string(&path).unwrap_or_default());
}

#[test]
fn shipped_tables_are_well_and_strange_ones_are_refused() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let check = |path: &Path| {
        let output = Command::new(env!("CARGO_BIN_EXE_hexfray"))
            .arg("check")
            .arg(path)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), said)
    };
    for system in ["phases", "wounds"] {
        let (code, said) = check(&root.join("assets/rules").join(system));
        assert_eq!(code, Some(0), "{said}");
        assert!(said.contains("weapons.ron: all is well"), "{said}");
    }
    let (code, said) = check(&root.join("assets"));
    assert_eq!(code, Some(1));
    assert!(said.contains("is a folder"), "{said}");
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("phases");
    fs::create_dir(&tables).unwrap();
    let (code, said) = check(&tables);
    assert_eq!(code, Some(1));
    assert!(said.contains("holds no tables"), "{said}");
    for (name, bytes, words) in [
        ("weapon.ron", &b"{}"[..], "did you mean weapons.ron?"),
        ("weapons.ron", b"", "the file is empty"),
        ("armour.ron", b"\xff\xfe", "no text (UTF-8) from byte 0 on"),
        ("shields.ron", &[b'('; 5000], "nested deeper"),
    ] {
        let path = tables.join(name);
        fs::write(&path, bytes).unwrap();
        let (code, said) = check(&path);
        assert_eq!(code, Some(1), "{name}");
        assert!(said.contains(words), "{name}: {said}");
        fs::remove_file(path).unwrap();
    }
    let (code, said) = check(&tables.join("gone.ron"));
    assert_eq!(code, Some(1));
    assert!(said.contains("not readable"), "{said}");
}
