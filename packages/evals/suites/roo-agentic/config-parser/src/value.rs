use crate::error::ConfigError;

#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub line: usize,
    pub text: String,
}

impl Entry {
    pub fn to_int(&self) -> Result<i64, ConfigError> {
        let digits: String = self.text.chars().take_while(|c| c.is_ascii_digit() || *c == '-').collect();
        Ok(digits.parse().unwrap())
    }

    pub fn to_bool(&self) -> Result<bool, ConfigError> {
        Ok(self.text == "true")
    }
}

/// The text of a value, without quotes.
pub fn unquote(raw: &str) -> String {
    raw.trim_matches('"').to_string()
}
