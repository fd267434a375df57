use version_picker::pick;

fn all() -> Vec<String> {
    (0..64).map(|i| format!("{}.{}.{}", i / 16, i / 4 % 4, i % 4)).collect()
}

/// An empty text stands for none.
fn expect_from(versions: &[&str], range: &str, want: &str) {
    let want = if want.is_empty() { None } else { Some(want.to_string()) };
    assert_eq!(pick(range, versions), Ok(want), "{range:?}");
}

fn expect(cases: &[(&str, &str)]) {
    let versions = all();
    let versions: Vec<&str> = versions.iter().map(String::as_str).collect();
    for (range, want) in cases {
        expect_from(&versions, range, want);
    }
}

#[test]
fn numbers_are_compared_as_numbers() {
    expect_from(&["1.9.9", "1.10.0", "1.2.30"], "1", "1.10.0");
}

#[test]
fn none_is_allowed() {
    expect(&[("9", "")]);
    expect_from(&[], "*", "");
}

#[test]
fn versions_and_their_beginnings() {
    expect(&[("1.2.3", "1.2.3"), ("=1.2", "1.2.3"), ("1", "1.3.3"), ("*", "3.3.3"), ("x", "3.3.3")]);
}

#[test]
fn placeholders() {
    expect(&[("1.x", "1.3.3"), ("1.2.*", "1.2.3"), ("1.x.*", "1.3.3"), ("*.x", "3.3.3"), ("<=1.x", "1.3.3")]);
}

#[test]
fn above_and_below() {
    expect(&[
        ("<1.2", "1.1.3"),
        ("<=1.2", "1.2.3"),
        ("<=1.2.1", "1.2.1"),
        ("<1", "0.3.3"),
        (">3", ""),
        (">1.2 <1.3", ""),
        (">1.2 <1.3.1", "1.3.0"),
        (">=1.2 <1.2.1", "1.2.0"),
    ]);
}

#[test]
fn tilde() {
    expect(&[("~1.2.1", "1.2.3"), ("~1.2", "1.2.3"), ("~1", "1.3.3"), ("~1.2.2 <1.2.2", "")]);
}

#[test]
fn caret() {
    expect(&[
        ("^1.2.3", "1.3.3"),
        ("^0.2.1", "0.2.3"),
        ("^0.0.2", "0.0.2"),
        ("^0.0.0", "0.0.0"),
        ("^0.0", "0.0.3"),
        ("^0", "0.3.3"),
        ("^0.x", "0.3.3"),
        ("^1.x", "1.3.3"),
        ("^0.1", "0.1.3"),
    ]);
}

#[test]
fn alternatives() {
    expect(&[("1.2.3||  =2.0.0 || ~0.1 ", "2.0.0"), ("7 || ~0.1", "0.1.3")]);
}

#[test]
fn what_is_no_range() {
    let texts = [
        "", " ", "||", "1||", "1 || || 2", "a", "1.a", "01", "1.02", "1.2.3.4", "1.", ".1", "1..2", "-1", "+1", "> 1",
        "=>1", ">x", "^*", "~x", "1.x.2", "*.1", "1.2.3-4", "v1", "1,2", "1|2", "<>1", "1\t2", "==1", "1234567890",
    ];
    for text in texts {
        assert!(pick(text, &["1.2.3"]).is_err(), "{text:?}");
    }
}

#[test]
fn what_is_no_version() {
    let texts = ["", "1", "1.2", "1.2.x", "01.2.3", "1.2.3 ", "1.2.3.4", "v1.2.3", "1.-2.3", "1.2.1234567890"];
    for text in texts {
        assert!(pick("9", &["1.2.3", text]).is_err(), "{text:?}");
    }
}

#[test]
fn half_open_intervals() {
    let versions = all();
    let mut rotated: Vec<&str> = versions.iter().map(String::as_str).collect();
    rotated.rotate_left(20);
    for low in (0..64).step_by(3) {
        for high in (low + 1..64).step_by(5) {
            let range = format!(">={} <{}", versions[low], versions[high]);
            expect_from(&rotated, &range, &versions[high - 1]);
        }
    }
}

#[test]
fn a_version_satisfies_what_is_built_from_it() {
    for version in all() {
        for sign in ["", "=", ">=", "<=", "~", "^"] {
            expect_from(&[&version], &format!("{sign}{version}"), &version);
        }
        expect_from(&[&version], &format!("<{version} || >{version}"), "");
    }
}
