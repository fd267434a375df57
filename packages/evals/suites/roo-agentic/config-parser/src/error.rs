use std::fmt;

/// What is wrong, and in which line.
#[derive(Debug, Clone, PartialEq)]
pub struct ConfigError {
    pub line: usize,
    pub message: String,
}

impl ConfigError {
    pub fn new(line: usize, message: impl Into<String>) -> Self {
        ConfigError { line, message: message.into() }
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ConfigError {}
