#[derive(Debug)]
pub enum Formula {
    Number(i64),
    Cell(String),
    Minus(Box<Formula>),
    Function(String, Vec<String>),
    Operation(char, Box<Formula>, Box<Formula>),
}

impl Formula {
    /// All cells that it names.
    pub fn references(&self) -> Vec<&str> {
        match self {
            Formula::Number(_) => Vec::new(),
            Formula::Cell(name) => vec![name],
            Formula::Minus(of) => of.references(),
            Formula::Function(_, cells) => cells.iter().map(String::as_str).collect(),
            Formula::Operation(_, left, right) => {
                let mut found = left.references();
                found.extend(right.references());
                found
            }
        }
    }
}

/// None for what is no formula.
pub fn parse(text: &str) -> Option<Formula> {
    let mut parser = Parser { tokens: tokens(text)?, at: 0 };
    let formula = parser.sum()?;
    if parser.at < parser.tokens.len() {
        return None;
    }
    Some(formula)
}

fn tokens(text: &str) -> Option<Vec<String>> {
    let mut found = Vec::new();
    let mut rest = text.trim_matches(' ');
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '0'..='9' => length_of(rest, |c| c.is_ascii_digit()),
            'A'..='Z' => {
                let letters = length_of(rest, |c| c.is_ascii_uppercase());
                letters + length_of(&rest[letters..], |c| c.is_ascii_digit())
            }
            '-' | '+' | '*' | '/' | '(' | ')' | ':' => 1,
            _ => return None,
        };
        found.push(rest[..length].to_string());
        rest = rest[length..].trim_start_matches(' ');
    }
    Some(found)
}

fn length_of(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

struct Parser {
    tokens: Vec<String>,
    at: usize,
}

impl Parser {
    fn sum(&mut self) -> Option<Formula> {
        let mut left = self.product()?;
        while let operator @ ("+" | "-") = self.next() {
            let operator = operator.chars().next()?;
            self.at += 1;
            left = Formula::Operation(operator, Box::new(left), Box::new(self.product()?));
        }
        Some(left)
    }

    fn product(&mut self) -> Option<Formula> {
        let mut left = self.factor()?;
        while let operator @ ("*" | "/") = self.next() {
            let operator = operator.chars().next()?;
            self.at += 1;
            left = Formula::Operation(operator, Box::new(left), Box::new(self.factor()?));
        }
        Some(left)
    }

    fn factor(&mut self) -> Option<Formula> {
        let token = self.pop();
        match token.as_str() {
            "-" => Some(Formula::Minus(Box::new(self.factor()?))),
            "(" => {
                let inner = self.sum()?;
                self.take(")")?;
                Some(inner)
            }
            "SUM" | "MIN" | "MAX" | "COUNT" => Some(Formula::Function(token, self.range()?)),
            _ if token.starts_with(|c: char| c.is_ascii_digit()) => token.parse().ok().map(Formula::Number),
            _ => cell(&token).map(|_| Formula::Cell(token)),
        }
    }

    /// The cells of a range in parentheses, row by row.
    fn range(&mut self) -> Option<Vec<String>> {
        self.take("(")?;
        let (first_column, first_row) = cell(&self.pop())?;
        self.take(":")?;
        let (last_column, last_row) = cell(&self.pop())?;
        self.take(")")?;
        if last_column < first_column || last_row < first_row {
            return None;
        }
        let columns = move || first_column..=last_column;
        Some((first_row..=last_row).flat_map(|row| columns().map(move |column| format!("{column}{row}"))).collect())
    }

    fn next(&self) -> &str {
        self.tokens.get(self.at).map_or("", String::as_str)
    }

    fn pop(&mut self) -> String {
        let token = self.next().to_string();
        self.at += 1;
        token
    }

    fn take(&mut self, wanted: &str) -> Option<()> {
        (self.pop() == wanted).then_some(())
    }
}

/// The column and the row of a cell's name.
fn cell(token: &str) -> Option<(char, u32)> {
    let column = token.chars().next().filter(char::is_ascii_uppercase)?;
    let digits = &token[1..];
    let is_row = (1..=2).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
    if !is_row {
        return None;
    }
    digits.parse().ok().map(|row| (column, row))
}
