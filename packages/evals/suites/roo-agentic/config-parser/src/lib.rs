//! Reads configuration files:
//!
//! ```text
//! # a comment
//! name = value
//! [section]
//! name = "a value; in quotes"   ; another comment
//! [child : section]
//! other = 1 \
//!   2
//! ```

mod error;
mod lines;
mod parser;
mod value;

pub use error::ConfigError;
use value::Entry;
use std::collections::BTreeMap;

/// What a file says, by section and name.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    sections: BTreeMap<String, BTreeMap<String, Entry>>,
}

impl Config {
    pub fn parse(text: &str) -> Result<Config, ConfigError> {
        Ok(Config { sections: parser::parse(text)? })
    }

    /// The names of all sections that are written in the file, in alphabetical order.
    pub fn sections(&self) -> Vec<&str> {
        self.sections.keys().map(String::as_str).collect()
    }

    /// The names in a section, in alphabetical order; none for a section that is not there.
    pub fn names(&self, section: &str) -> Vec<&str> {
        self.sections.get(section).map_or_else(Vec::new, |entries| entries.keys().map(String::as_str).collect())
    }

    pub fn get(&self, section: &str, name: &str) -> Option<&str> {
        self.entry(section, name).map(|entry| entry.text.as_str())
    }

    pub fn get_int(&self, section: &str, name: &str) -> Result<Option<i64>, ConfigError> {
        self.entry(section, name).map(Entry::to_int).transpose()
    }

    pub fn get_bool(&self, section: &str, name: &str) -> Result<Option<bool>, ConfigError> {
        self.entry(section, name).map(Entry::to_bool).transpose()
    }

    fn entry(&self, section: &str, name: &str) -> Option<&Entry> {
        self.sections.get(section)?.get(name)
    }
}
