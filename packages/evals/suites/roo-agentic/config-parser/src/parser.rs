use crate::error::ConfigError;
use crate::lines::logical_lines;
use crate::value::{unquote, Entry};
use std::collections::BTreeMap;

type Sections = BTreeMap<String, BTreeMap<String, Entry>>;

pub fn parse(text: &str) -> Result<Sections, ConfigError> {
    let mut sections = Sections::new();
    let mut current = String::new();
    for (line, content) in logical_lines(text) {
        if let Some(name) = content.strip_prefix('[') {
            let name = name.strip_suffix(']').ok_or_else(|| ConfigError::new(line, "the section is not closed"))?;
            current = check_name(name, line)?;
            sections.insert(current.clone(), BTreeMap::new());
            continue;
        }
        let (name, raw) = content.split_once('=').ok_or_else(|| ConfigError::new(line, "there is no ="))?;
        let entry = Entry { line, text: unquote(raw.trim()) };
        sections.entry(current.clone()).or_default().insert(check_name(name, line)?, entry);
    }
    Ok(sections)
}

fn check_name(name: &str, line: usize) -> Result<String, ConfigError> {
    let name = name.trim();
    if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || "_-.".contains(c)) {
        return Err(ConfigError::new(line, format!("{name:?} is no name")));
    }
    Ok(name.to_string())
}
