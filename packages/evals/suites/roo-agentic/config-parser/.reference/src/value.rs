use crate::error::ConfigError;

#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub line: usize,
    pub text: String,
}

impl Entry {
    pub fn to_int(&self) -> Result<i64, ConfigError> {
        let digits = self.text.strip_prefix('-').unwrap_or(&self.text);
        let is_plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        match self.text.parse() {
            Ok(number) if is_plain => Ok(number),
            _ => Err(ConfigError::new(self.line, format!("{:?} is no whole number", self.text))),
        }
    }

    pub fn to_bool(&self) -> Result<bool, ConfigError> {
        match self.text.to_lowercase().as_str() {
            "true" | "yes" | "on" => Ok(true),
            "false" | "no" | "off" => Ok(false),
            _ => Err(ConfigError::new(self.line, format!("{:?} is neither yes nor no", self.text))),
        }
    }
}

/// The text of a value, without quotes.
pub fn unquote(raw: &str, line: usize) -> Result<String, ConfigError> {
    let inner = match raw.strip_prefix('"') {
        Some(inner) => inner,
        None => return Ok(raw.to_string()),
    };
    let mut text = String::new();
    let mut characters = inner.chars();
    while let Some(character) = characters.next() {
        match character {
            '"' if characters.as_str().is_empty() => return Ok(text),
            '"' => return Err(ConfigError::new(line, "something follows the quotes")),
            '\\' => text.push(match characters.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some(other @ ('"' | '\\')) => other,
                _ => return Err(ConfigError::new(line, "nothing like this is known after a \\")),
            }),
            other => text.push(other),
        }
    }
    Err(ConfigError::new(line, "the quotes are not closed"))
}
