use two_fer::two_fer;

#[test]
fn with_a_name() {
    assert_eq!(two_fer("Ada"), "A loaf for Ada and a loaf for me.");
    assert_eq!(two_fer("Bo Li"), "A loaf for Bo Li and a loaf for me.");
}

#[test]
fn without_a_name() {
    assert_eq!(two_fer(""), "A loaf for a friend and a loaf for me.");
}

#[test]
fn with_spaces() {
    assert_eq!(two_fer("  "), "A loaf for a friend and a loaf for me.");
    assert_eq!(two_fer(" Ada "), "A loaf for Ada and a loaf for me.");
}
