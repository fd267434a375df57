use wrap_text::wrap;

fn expect(text: &str, width: usize, want: &[&str]) {
    assert_eq!(wrap(text, width), Ok(want.iter().map(|line| line.to_string()).collect()));
}

#[test]
fn nothing() {
    expect("", 10, &[]);
    expect(" \n\t\n ", 10, &[]);
}

#[test]
fn what_fits_is_one_line() {
    expect("one two", 7, &["one two"]);
}

#[test]
fn as_many_words_as_fit() {
    expect("the quick brown fox jumps", 10, &["the quick", "brown fox", "jumps"]);
}

#[test]
fn any_space_separates_words() {
    expect("  a\tb \n c  ", 10, &["a b c"]);
}

#[test]
fn a_long_word_is_cut() {
    expect("an extraordinary day", 6, &["an", "extrao", "rdinar", "y day"]);
    expect("abcdef", 3, &["abc", "def"]);
}

#[test]
fn paragraphs() {
    expect("a\nb\n\n \t\n\nc\n\n", 9, &["a b", "", "c"]);
}

#[test]
fn items() {
    let want = ["To do:", "- buy bread", "  and milk", "- sleep"];
    expect("To do:\n- buy bread and milk\n- sleep", 12, &want);
}

#[test]
fn a_line_after_an_item_goes_on_with_it() {
    expect("- one\ntwo\n- three", 20, &["- one two", "- three"]);
}

#[test]
fn an_item_ends_with_its_paragraph() {
    expect("- one\n\ntwo", 20, &["- one", "", "two"]);
}

#[test]
fn long_words_in_items() {
    expect("- abcdefg h", 5, &["- abc", "  def", "  g h"]);
}

#[test]
fn dashes_elsewhere_are_words() {
    expect("a - b -c\n-d\n - e", 30, &["a - b -c -d - e"]);
}

#[test]
fn items_without_words() {
    expect("- \n-  \n- x", 10, &["- x"]);
}

#[test]
fn widths_that_cannot_be() {
    assert!(wrap("a", 2).is_err());
    assert!(wrap("a", 0).is_err());
}

#[test]
fn no_line_too_long_and_no_letter_lost() {
    let mut state: u64 = 8;
    let mut random = |below: u64| {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        (state / 65_536 % below) as usize
    };
    for _ in 0..200 {
        let words: Vec<String> = (0..=random(40)).map(|_| "x".repeat(1 + random(14))).collect();
        let spaces = [" ", "  ", "\n", "\t"];
        let text: String = words.iter().map(|word| format!("{}{}", word, spaces[random(4)])).collect();
        let width = 3 + random(18);
        let lines = wrap(&text, width).unwrap();
        assert_eq!(lines.concat().replace(' ', ""), words.concat());
        for line in &lines {
            assert!(!line.is_empty() && line.len() <= width && line == line.trim(), "{line:?}");
        }
        for pair in lines.windows(2) {
            let first = pair[1].split(' ').next().unwrap_or("");
            assert!(pair[0].len() + 1 + first.len() > width || first.len() == width, "{pair:?}");
        }
    }
}
