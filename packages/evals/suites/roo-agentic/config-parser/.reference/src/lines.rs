/// The lines of a text without comments, each with its number. Continued ones are joined.
pub fn logical_lines(text: &str) -> Vec<(usize, String)> {
    let physical: Vec<&str> = text.lines().collect();
    let mut lines = Vec::new();
    let mut at = 0;
    while at < physical.len() {
        let number = at + 1;
        let mut content = without_comment(physical[at]).trim().to_string();
        while at + 1 < physical.len() && ends_line(physical[at]) && is_continued(&content) {
            at += 1;
            let kept = content[..content.len() - 1].trim_end().to_string();
            content = format!("{} {}", kept, without_comment(physical[at]).trim());
        }
        if !content.is_empty() {
            lines.push((number, content));
        }
        at += 1;
    }
    lines
}

/// Whether the text ends with a `\` outside of quotes.
fn is_continued(content: &str) -> bool {
    content.ends_with('\\') && !is_in_quotes(content)
}

/// Whether nothing was cut off from the end of the line.
fn ends_line(line: &str) -> bool {
    without_comment(line).len() == line.len()
}

fn without_comment(line: &str) -> &str {
    let mut quotes = Quotes::default();
    let mut is_after_space = true;
    for (at, character) in line.char_indices() {
        let is_inside = quotes.is_open;
        quotes.push(character);
        if !is_inside && (is_after_space || quotes.is_over) && (character == '#' || character == ';') {
            return &line[..at];
        }
        is_after_space = character == ' ' || character == '\t';
    }
    line
}

fn is_in_quotes(content: &str) -> bool {
    let mut quotes = Quotes::default();
    content.chars().for_each(|character| quotes.push(character));
    quotes.is_open
}

/// Follows a line through its quotes, which begin a value: right after its `=`.
#[derive(Default)]
struct Quotes {
    is_open: bool,
    is_over: bool,
    is_escaped: bool,
    has_equals: bool,
    is_value: bool,
}

impl Quotes {
    fn push(&mut self, character: char) {
        if self.is_open {
            if self.is_escaped {
                self.is_escaped = false;
            } else if character == '\\' {
                self.is_escaped = true;
            } else if character == '"' {
                self.is_open = false;
                self.is_over = true;
            }
        } else if !self.has_equals {
            self.has_equals = character == '=';
        } else if !self.is_value && !character.is_whitespace() {
            self.is_value = true;
            self.is_open = character == '"';
        }
    }
}
