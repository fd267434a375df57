use mini_sheet::evaluate;
use std::collections::BTreeMap;

fn cells(entries: &[(&str, &str)]) -> BTreeMap<String, String> {
    entries.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect()
}

fn expect_formulas(given: &[(&str, &str)], cases: &[(&str, &str)]) {
    for (text, want) in cases {
        let mut all = cells(given);
        all.insert("Z99".to_string(), text.to_string());
        assert_eq!(evaluate(&all)["Z99"], *want, "{text}");
    }
}

fn expect(given: &[(&str, &str)], want: &[(&str, &str)]) {
    assert_eq!(evaluate(&cells(given)), cells(want));
}

#[test]
fn numbers_and_texts() {
    expect(
        &[("A1", "7"), ("A2", "-007"), ("A3", "-0"), ("B1", "seven"), ("B2", ""), ("B3", "+1"), ("B4", " 1"), ("B5", "1.5")],
        &[("A1", "7"), ("A2", "-7"), ("A3", "0"), ("B1", "seven"), ("B2", ""), ("B3", "+1"), ("B4", " 1"), ("B5", "1.5")],
    );
}

#[test]
fn arithmetic() {
    let cases = [
        ("=1+2*3", "7"),
        ("=(1+2)*3", "9"),
        ("=10-4-3", "3"),
        ("=24/4/2", "3"),
        ("=2*-3", "-6"),
        ("=--5", "5"),
        ("=-2*-(1+1)", "4"),
        ("= 1 +  2 ", "3"),
        ("=7/2", "3"),
        ("=-7/2", "-3"),
        ("=7/-2", "-3"),
        ("=007", "7"),
        ("=0-0", "0"),
    ];
    expect_formulas(&[], &cases);
}

#[test]
fn cells_by_name() {
    expect_formulas(&[("A1", "5"), ("B2", "=A1-3")], &[("=A1+B2*A1", "15")]);
    expect_formulas(&[], &[("=A1+1", "1")]);
    expect(&[("A1", "=B1"), ("B1", "=C1"), ("C1", "3")], &[("A1", "3"), ("B1", "3"), ("C1", "3")]);
}

#[test]
fn functions() {
    let given = [("A1", "4"), ("B1", "-2"), ("A2", "text"), ("B2", "=A1*2"), ("C3", "100")];
    let cases = [
        ("=SUM(A1:B2)", "10"),
        ("=MIN(A1:B2)", "-2"),
        ("=MAX(A1:B2)", "8"),
        ("=COUNT(A1:B3)", "3"),
        ("=SUM(A1:A1)", "4"),
        ("=SUM(D1:E9)", "0"),
        ("=MAX(D1:E9)", "0"),
        ("=MIN(A2:A2)", "0"),
        ("=COUNT(A2:A9)", "0"),
        ("=-SUM( A1 : B1 )*2", "-4"),
    ];
    expect_formulas(&given, &cases);
}

#[test]
fn syntax() {
    let texts = [
        "=", "= ", "=1+", "=*2", "=1 2", "=(1", "=1)", "=()", "=a1", "=A", "=A0", "=A01", "=A100", "=AA1", "=SUM", "=SUM()",
        "=SUM(A1)", "=SUM(A1:)", "=SUM(A1:B2", "=SUM(1:2)", "=sum(A1:B2)", "=FOO(A1:B2)", "=SUM(B1:A2)", "=SUM(A2:B1)",
        "=A1:B2", "=+1", "=1.5", "=1,2", "=A 1", "=1==1", "=SUM A1:B2", "=2A1", "=SUM(A1:B2:C3)",
    ];
    for text in texts {
        expect_formulas(&[], &[(text, "#SYNTAX")]);
    }
}

#[test]
fn types() {
    expect_formulas(&[("A1", "x")], &[("=A1+1", "#TYPE")]);
    expect_formulas(&[("A1", "")], &[("=-A1", "#TYPE")]);
}

#[test]
fn division_by_zero() {
    expect_formulas(&[("A1", "3")], &[("=1/0", "#DIV"), ("=1/(A1-A1)", "#DIV"), ("=0/B1", "#DIV")]);
}

#[test]
fn errors_spread() {
    expect(
        &[("A1", "=1/0"), ("A2", "=A1+1"), ("A3", "=SUM(A1:A2)"), ("A4", "=COUNT(A2:A2)"), ("A5", "x"), ("B1", "=("), ("B2", "=B1")],
        &[("A1", "#DIV"), ("A2", "#DIV"), ("A3", "#DIV"), ("A4", "#DIV"), ("A5", "x"), ("B1", "#SYNTAX"), ("B2", "#SYNTAX")],
    );
}

#[test]
fn the_first_error_counts() {
    let given = [("A1", "=1/0"), ("B1", "=("), ("A2", "=)"), ("C1", "x")];
    let cases = [
        ("=A1+B1", "#DIV"),
        ("=B1+A1", "#SYNTAX"),
        ("=C1/0", "#TYPE"),
        ("=1/0+C1", "#DIV"),
        ("=0*(C1+A1)", "#TYPE"),
        ("=SUM(A1:B2)", "#DIV"),
        ("=SUM(B1:C1)", "#SYNTAX"),
        ("=SUM(A2:B2)+A1", "#SYNTAX"),
        ("=1/B1", "#SYNTAX"),
    ];
    expect_formulas(&given, &cases);
}

#[test]
fn cycles() {
    expect(&[("A1", "=A1")], &[("A1", "#CYCLE")]);
    expect(
        &[("A1", "=B1"), ("B1", "=C1+1"), ("C1", "=A1*0"), ("D1", "=C1"), ("E1", "5"), ("F1", "=E1")],
        &[("A1", "#CYCLE"), ("B1", "#CYCLE"), ("C1", "#CYCLE"), ("D1", "#CYCLE"), ("E1", "5"), ("F1", "5")],
    );
}

#[test]
fn cycles_through_ranges_and_beside_other_errors() {
    expect(&[("B2", "=COUNT(A1:C3)")], &[("B2", "#CYCLE")]);
    expect(&[("A1", "=1/0+A2"), ("A2", "=A1")], &[("A1", "#CYCLE"), ("A2", "#CYCLE")]);
    expect(&[("A1", "=1/0+A2"), ("A2", "=A2")], &[("A1", "#DIV"), ("A2", "#CYCLE")]);
    expect(&[("A1", "=A2+("), ("A2", "=A1")], &[("A1", "#SYNTAX"), ("A2", "#SYNTAX")]);
}

#[test]
fn long_chains() {
    let mut given = cells(&[("A1", "1"), ("B1", "=A99+1")]);
    for row in 2..100 {
        for column in ["A", "B"] {
            given.insert(format!("{column}{row}"), format!("={column}{}+1", row - 1));
        }
    }
    let shown = evaluate(&given);
    assert_eq!((shown["A99"].as_str(), shown["B99"].as_str()), ("99", "198"));
}

#[test]
fn many_ways_to_the_same_cell() {
    let mut given = cells(&[("A1", "9")]);
    for row in 2..60 {
        let above = format!("A{}", row - 1);
        given.insert(format!("A{row}"), format!("={above}+{above}-{above}"));
    }
    assert_eq!(evaluate(&given)["A59"], "9");
}

#[test]
fn sums_agree_with_additions() {
    let mut state: u64 = 12;
    let mut random = |below: u64| {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        (state / 65_536 % below) as i64
    };
    let names: Vec<String> = (1..=4).flat_map(|row| ["A", "B", "C", "D"].map(|column| format!("{column}{row}"))).collect();
    for _ in 0..40 {
        let mut given = cells(&[("Y1", "=SUM(A1:D4)"), ("Y3", "=Y1-Y2")]);
        let mut sum = 0;
        for name in &names {
            if random(10) < 7 {
                let number = random(101) - 50;
                given.insert(name.clone(), number.to_string());
                sum += number;
            }
        }
        given.insert("Y2".to_string(), format!("={}", names.join("+")));
        let shown = evaluate(&given);
        assert_eq!((shown["Y1"].as_str(), shown["Y3"].as_str()), (sum.to_string().as_str(), "0"));
    }
}
