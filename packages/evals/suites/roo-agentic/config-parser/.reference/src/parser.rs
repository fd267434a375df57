use crate::error::ConfigError;
use crate::lines::logical_lines;
use crate::value::{unquote, Entry};
use std::collections::BTreeMap;

type Sections = BTreeMap<String, BTreeMap<String, Entry>>;

struct Parent {
    name: String,
    line: usize,
}

pub fn parse(text: &str) -> Result<Sections, ConfigError> {
    let mut sections = Sections::new();
    let mut parents: BTreeMap<String, Parent> = BTreeMap::new();
    let mut current = String::new();
    for (line, content) in logical_lines(text) {
        if let Some(head) = content.strip_prefix('[') {
            let head = head.strip_suffix(']').ok_or_else(|| ConfigError::new(line, "the section is not closed"))?;
            let (name, parent) = match head.split_once(':') {
                Some((name, parent)) => (name, Some(check_name(parent, line)?)),
                None => (head, None),
            };
            current = check_name(name, line)?;
            sections.entry(current.clone()).or_default();
            if let Some(name) = parent {
                let known = parents.entry(current.clone()).or_insert(Parent { name: name.clone(), line });
                if known.name != name {
                    return Err(ConfigError::new(line, format!("{current} has another parent already")));
                }
            }
            continue;
        }
        let (name, raw) = content.split_once('=').ok_or_else(|| ConfigError::new(line, "there is no ="))?;
        let name = check_name(name, line)?;
        let entry = Entry { line, text: unquote(raw.trim(), line)? };
        if sections.entry(current.clone()).or_default().insert(name.clone(), entry).is_some() {
            return Err(ConfigError::new(line, format!("{name} is given twice")));
        }
    }
    check_parents(&sections, &parents)?;
    let names: Vec<String> = sections.keys().cloned().collect();
    Ok(names.into_iter().map(|name| (name.clone(), inherited(&name, &sections, &parents))).collect())
}

/// The first child in the file whose ancestors are not as they should be is at fault.
fn check_parents(sections: &Sections, parents: &BTreeMap<String, Parent>) -> Result<(), ConfigError> {
    let mut children: Vec<(&String, &Parent)> = parents.iter().collect();
    children.sort_by_key(|(_, parent)| parent.line);
    for (child, parent) in children {
        if !sections.contains_key(&parent.name) {
            return Err(ConfigError::new(parent.line, format!("there is no section {}", parent.name)));
        }
        let mut ancestor = Some(parent);
        let mut steps = 0;
        while let Some(each) = ancestor {
            if &each.name == child {
                return Err(ConfigError::new(parent.line, format!("{child} is its own ancestor")));
            }
            steps += 1;
            ancestor = parents.get(&each.name).filter(|_| steps <= parents.len());
        }
    }
    Ok(())
}

fn inherited(name: &str, sections: &Sections, parents: &BTreeMap<String, Parent>) -> BTreeMap<String, Entry> {
    let mut entries = parents.get(name).map_or_else(BTreeMap::new, |parent| inherited(&parent.name, sections, parents));
    entries.extend(sections.get(name).cloned().unwrap_or_default());
    entries
}

fn check_name(name: &str, line: usize) -> Result<String, ConfigError> {
    let name = name.trim();
    if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || "_-.".contains(c)) {
        return Err(ConfigError::new(line, format!("{name:?} is no name")));
    }
    Ok(name.to_string())
}
