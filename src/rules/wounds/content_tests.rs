use super::*;

#[test]
fn every_shipped_table_loads() {
    let loaded = load(&SHIPPED);
    assert!(loaded.is_ok(), "{:#?}", loaded.err());
}
