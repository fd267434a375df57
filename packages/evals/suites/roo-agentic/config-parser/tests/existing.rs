use config_parser::Config;

#[test]
fn values_by_section() {
    let config = Config::parse("a = 1\n\n# note\n[s.x]\nb-c = two words ; note\nd = \"quoted\"\n").unwrap();
    assert_eq!(config.sections(), ["", "s.x"]);
    assert_eq!(config.names("s.x"), ["b-c", "d"]);
    assert_eq!(config.get("", "a"), Some("1"));
    assert_eq!(config.get("s.x", "b-c"), Some("two words"));
    assert_eq!(config.get("s.x", "d"), Some("quoted"));
    assert_eq!(config.get("s.x", "a"), None);
    assert_eq!(config.get("t", "a"), None);
}

#[test]
fn typed_values() {
    let config = Config::parse("a = -12\nb = true\nc = false").unwrap();
    assert_eq!(config.get_int("", "a"), Ok(Some(-12)));
    assert_eq!(config.get_int("", "x"), Ok(None));
    assert_eq!(config.get_bool("", "b"), Ok(Some(true)));
    assert_eq!(config.get_bool("", "c"), Ok(Some(false)));
}

#[test]
fn errors() {
    assert!(Config::parse("nonsense").is_err());
    assert!(Config::parse("[open").is_err());
    assert!(Config::parse("a b = 1").is_err());
}
