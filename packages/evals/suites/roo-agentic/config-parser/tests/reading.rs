use config_parser::Config;

fn value(raw: &str) -> String {
    let config = Config::parse(&format!("a = {raw}\n")).unwrap();
    config.get("", "a").unwrap().to_string()
}

fn error_line(text: &str) -> usize {
    match Config::parse(text) {
        Err(error) => {
            assert!(error.to_string().starts_with(&format!("line {}: ", error.line)), "{error}");
            error.line
        }
        Ok(config) => panic!("{text:?} was read as {config:?}"),
    }
}

#[test]
fn comments_and_quotes() {
    assert_eq!(value("\"#fff\""), "#fff");
    assert_eq!(value("\"a;b\" ; note"), "a;b");
    assert_eq!(value("\"a\"# note"), "a");
    assert_eq!(value("a#b;c"), "a#b;c");
    assert_eq!(value("a #b"), "a");
    assert_eq!(value("a\t;b"), "a");
    assert_eq!(value("# b"), "");
    assert_eq!(value(""), "");
    assert_eq!(value("\"\""), "");
    assert_eq!(value("say \"hi\""), "say \"hi\"");
    assert_eq!(value("\"  spaces \""), "  spaces ");
}

#[test]
fn signs_in_quotes() {
    assert_eq!(value(r#""a \"b\" \\ c""#), r#"a "b" \ c"#);
    assert_eq!(value(r#""one\ntwo\tthree""#), "one\ntwo\tthree");
    assert_eq!(value(r#""\\n""#), "\\n");
    assert_eq!(value(r##""\"#""##), "\"#");
}

#[test]
fn broken_quotes() {
    for raw in ["\"open", "\"a\" b", "\"a\"b", r#""a\x""#, r#""a\""#, "\"\\"] {
        assert_eq!(error_line(&format!("x = 1\na = {raw}\n")), 2, "{raw}");
    }
}

#[test]
fn continued_lines() {
    let config = Config::parse("a = one \\\n   two\\\nthree\nb = 4\n").unwrap();
    assert_eq!(config.get("", "a"), Some("one two three"));
    assert_eq!(config.get("", "b"), Some("4"));
}

#[test]
fn what_does_not_continue() {
    let config = Config::parse("a = 1 # note \\\nb = \"x\\\\\"\nc = 2\\").unwrap();
    assert_eq!(config.get("", "a"), Some("1"));
    assert_eq!(config.get("", "b"), Some("x\\"));
    assert_eq!(config.get("", "c"), Some("2\\"));
}

#[test]
fn comments_after_continued_lines() {
    let config = Config::parse("a = 1 \\\n 2 # note\n# whole \\\nb = 3").unwrap();
    assert_eq!((config.get("", "a"), config.get("", "b")), (Some("1 2"), Some("3")));
}

#[test]
fn children_have_the_values_of_their_parents() {
    let text = "[c : b]\nz = 3\n[b:a]\ny = 2\nx = own\n[a]\nx = 1\nw = 0\n";
    let config = Config::parse(text).unwrap();
    assert_eq!(config.sections(), ["a", "b", "c"]);
    assert_eq!(config.names("c"), ["w", "x", "y", "z"]);
    assert_eq!(config.get("c", "x"), Some("own"));
    assert_eq!(config.get("c", "w"), Some("0"));
    assert_eq!(config.names("a"), ["w", "x"]);
}

#[test]
fn parents_that_cannot_be() {
    assert_eq!(error_line("[a]\n[b : nobody]\nx = 1"), 2);
    assert_eq!(error_line("[z]\n[a : b]\n[b : c]\n[c : a]\n"), 2);
    assert_eq!(error_line("\n[a : a]"), 2);
    assert_eq!(error_line("[a : b : c]\n[b]\n"), 1);
    assert_eq!(error_line("[a : ]"), 1);
    assert_eq!(error_line("[a : nobody]\nbroken"), 2);
}

#[test]
fn sections_in_several_parts() {
    let config = Config::parse("[a]\nx = 1\n[b]\n[a : b]\ny = 2\n[a]\nz = 3").unwrap();
    assert_eq!(config.names("a"), ["x", "y", "z"]);
    assert_eq!(error_line("[a]\nx = 1\n[b]\n[a]\nx = 2"), 5);
    assert_eq!(error_line("[p]\n[q]\n[a : p]\n[a : q]"), 4);
    assert!(Config::parse("[p]\n[a : p]\n[a : p]\n").is_ok());
}

#[test]
fn keys_are_told_apart_by_case() {
    let config = Config::parse("a = 1\nA = 2").unwrap();
    assert_eq!((config.get("", "a"), config.get("", "A")), (Some("1"), Some("2")));
    assert_eq!(error_line("a = 1\na = 1"), 2);
}

#[test]
fn errors_name_their_line() {
    assert_eq!(error_line("# one\n\na = 1\nbroken\n"), 4);
    assert_eq!(error_line("a = 1 \\\n2\n\nbroken"), 4);
    assert_eq!(error_line("a = 1\r\n\r\nbroken \\\r\nmore\r\nalso broken"), 3);
    assert_eq!(error_line("a = 1\n[open\n"), 2);
    assert_eq!(error_line("a = 1\n = 2\n"), 2);
    assert_eq!(error_line("[a b]"), 1);
    assert_eq!(error_line("[a] x"), 1);
}

#[test]
fn line_ends_of_both_kinds() {
    let config = Config::parse("a = 1\r\n[s]\r\nb = \"2\"\r\nc = 3 \\\r\n 4\r\n").unwrap();
    assert_eq!((config.get("", "a"), config.get("s", "b"), config.get("s", "c")), (Some("1"), Some("2"), Some("3 4")));
}

#[test]
fn whole_numbers() {
    let config = Config::parse("[n]\na = 9223372036854775807\nb = -0\nc = 12abc\nd = 9223372036854775808\ne =\nf = +1\ng = -\n").unwrap();
    assert_eq!(config.get_int("n", "a"), Ok(Some(i64::MAX)));
    assert_eq!(config.get_int("n", "b"), Ok(Some(0)));
    for (name, line) in [("c", 4), ("d", 5), ("e", 6), ("f", 7), ("g", 8)] {
        assert_eq!(config.get_int("n", name).unwrap_err().line, line, "{name}");
    }
}

#[test]
fn yes_and_no() {
    let config = Config::parse("a = Yes\nb = ON\nc = true\nd = No\ne = off\nf = FALSE\ng = 1\nh =").unwrap();
    for (name, want) in [("a", true), ("b", true), ("c", true), ("d", false), ("e", false), ("f", false)] {
        assert_eq!(config.get_bool("", name), Ok(Some(want)), "{name}");
    }
    assert_eq!(config.get_bool("", "g").unwrap_err().line, 7);
    assert_eq!(config.get_bool("", "h").unwrap_err().line, 8);
}

#[test]
fn inherited_values_keep_their_line() {
    let config = Config::parse("[p]\nx = many\n[c : p]\n").unwrap();
    assert_eq!(config.get_int("c", "x").unwrap_err().line, 2);
}
