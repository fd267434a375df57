use tiny_template::{render, Value, Values};

fn text(name: &str, value: &str) -> (String, Value) {
    (name.to_string(), Value::Text(value.to_string()))
}

fn list(name: &str, items: Vec<Values>) -> (String, Value) {
    (name.to_string(), Value::List(items))
}

fn values(entries: Vec<(String, Value)>) -> Values {
    entries.into_iter().collect()
}

fn expect(want: &str, template: &str, entries: Vec<(String, Value)>) {
    assert_eq!(render(template, &values(entries)), Ok(want.to_string()), "{template:?}");
}

fn expect_error(line: usize, template: &str, entries: Vec<(String, Value)>) {
    match render(template, &values(entries)) {
        Err(message) => assert!(message.starts_with(&format!("line {line}: ")), "{message}"),
        Ok(rendered) => panic!("{template:?} became {rendered:?}"),
    }
}

#[test]
fn text_without_tags_stays_as_it_is() {
    expect("a { b } c\n}} \\ d", "a { b } c\n}} \\ d", vec![]);
}

#[test]
fn names() {
    expect("x--x", "{{a}}-{{ b_2 }}-{{a}}", vec![text("a", "x"), text("b_2", "")]);
}

#[test]
fn values_are_not_rendered_again() {
    expect("{{b}} \\{{", "{{a}}", vec![text("a", "{{b}} \\{{")]);
}

#[test]
fn filters() {
    let entries = vec![text("a", "aB"), text("b", "  x y ")];
    expect("AB ab X Y.", "{{a|upper}} {{ a | lower }} {{b|trim|upper}}.", entries);
}

#[test]
fn a_text_in_place_of_nothing() {
    let entries = vec![text("a", ""), text("c", "y")];
    expect("no one -Y", "{{a|or:no one}}{{b|or: -}}{{c|or:x|upper}}", entries);
    expect("empty", "{{a|trim|or:empty}}", vec![text("a", "  ")]);
}

#[test]
fn sections_over_lists() {
    let people = vec![values(vec![text("name", "Ann")]), values(vec![text("name", "Bo")])];
    let entries = vec![list("people", people), text("sign", "!")];
    expect("Ann! Bo! ", "{{#people}}{{name}}{{sign}} {{/people}}", entries);
}

#[test]
fn what_is_at_hand_comes_first() {
    let inner = vec![Values::new(), values(vec![text("name", "deep")])];
    let middle = values(vec![text("name", "in"), list("list", inner)]);
    let entries = vec![text("name", "out"), list("list", vec![middle])];
    expect("in deep out", "{{#list}}{{#list}}{{name}} {{/list}}{{/list}}{{name}}", entries);
}

#[test]
fn sections_with_texts() {
    let template = "{{#a}}[{{a}}]{{/a}}{{^a}}none{{/a}}";
    expect("[x]", template, vec![text("a", "x")]);
    expect("none", template, vec![text("a", "")]);
    expect("none", template, vec![]);
}

#[test]
fn sections_for_nothing() {
    let template = "{{^l}}empty{{/l}}{{#l}}x{{/l}}";
    expect("empty", template, vec![list("l", vec![])]);
    expect("xx", template, vec![list("l", vec![Values::new(), Values::new()])]);
}

#[test]
fn plain_braces() {
    expect("{{a}} x \\{{a}}", "\\{{a}} {{a}} \\\\{{a}}", vec![text("a", "x")]);
}

#[test]
fn errors_in_tags() {
    expect_error(2, "a\n{{ b", vec![text("b", "x")]);
    expect_error(1, "{{}}", vec![]);
    expect_error(1, "{{a b}}", vec![text("a", "x")]);
    expect_error(3, "\n\n{{a|louder}}", vec![text("a", "x")]);
    expect_error(1, "{{a|or}}", vec![text("a", "x")]);
    expect_error(1, "{{# }}{{/ }}", vec![]);
}

#[test]
fn errors_in_sections() {
    expect_error(2, "x\n{{#a}}\n\n", vec![text("a", "x")]);
    expect_error(3, "{{#a}}\n{{#b}}\n{{/a}}{{/b}}", vec![text("a", "x"), text("b", "y")]);
    expect_error(2, "\n{{/a}}", vec![text("a", "x")]);
}

#[test]
fn errors_with_values() {
    expect_error(2, "x\n{{who}}", vec![]);
    expect_error(1, "{{who|upper|or:x}}", vec![]);
    expect_error(1, "{{l}}", vec![list("l", vec![Values::new()])]);
    expect_error(1, "{{l|or:x}}", vec![list("l", vec![])]);
}

#[test]
fn what_is_not_rendered_is_still_read() {
    expect(".", "{{#no}}{{who}}{{/no}}.", vec![]);
    expect_error(2, "{{#no}}\n{{who|louder}}{{/no}}", vec![]);
}

#[test]
fn lines_are_counted_through_tags() {
    expect_error(4, "{{ a\n}}\n\n{{who}}", vec![text("a", "x")]);
}

#[test]
fn texts_come_through_unchanged() {
    let mut state: u64 = 9;
    let mut pick = |letters: &str, count: usize| -> String {
        let letters: Vec<char> = letters.chars().collect();
        (0..count)
            .map(|_| {
                state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
                letters[(state / 65_536) as usize % letters.len()]
            })
            .collect()
    };
    for _ in 0..300 {
        let mut plain = pick("ab {}|#/:\n", 12) + ".";
        while plain.contains("{{") {
            plain = plain.replace("{{", "{ {");
        }
        let value = pick("xy{}\\|\n", 6);
        let want = format!("{plain}{value}{plain}");
        expect(&want, &format!("{plain}{{{{v}}}}{plain}"), vec![text("v", &value)]);
    }
}
