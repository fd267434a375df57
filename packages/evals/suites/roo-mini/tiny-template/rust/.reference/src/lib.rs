use std::collections::HashMap;

pub type Values = HashMap<String, Value>;

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Text(String),
    List(Vec<Values>),
}

enum Node {
    Text(String),
    Tag { line: usize, name: String, filters: Vec<Filter> },
    Section { name: String, is_wanted: bool, inner: Vec<Node> },
}

enum Filter {
    Upper,
    Lower,
    Trim,
    Or(String),
}

/// The rendered template. An error begins with "line N: ".
pub fn render(template: &str, values: &Values) -> Result<String, String> {
    let nodes = Parser { rest: template, line: 1 }.parse(None)?;
    let mut out = String::new();
    render_all(&nodes, &[values], &mut out)?;
    Ok(out)
}

struct Parser<'a> {
    rest: &'a str,
    line: usize,
}

impl Parser<'_> {
    fn parse(&mut self, section: Option<(&str, usize)>) -> Result<Vec<Node>, String> {
        let mut nodes = Vec::new();
        loop {
            nodes.push(Node::Text(self.text()));
            if self.rest.is_empty() {
                return match section {
                    Some((name, since)) => Err(failure(since, &format!("{name} is never closed"))),
                    None => Ok(nodes),
                };
            }
            let line = self.line;
            let tag = self.tag()?;
            match tag.chars().next() {
                Some(kind @ ('#' | '^')) => {
                    let name = check_name(&tag[1..], line)?;
                    let inner = self.parse(Some((&name, line)))?;
                    nodes.push(Node::Section { name, is_wanted: kind == '#', inner });
                }
                Some('/') => {
                    let name = check_name(&tag[1..], line)?;
                    return match section {
                        Some((open, _)) if open == name => Ok(nodes),
                        _ => Err(failure(line, &format!("{name} ends here and did not begin"))),
                    };
                }
                _ => {
                    let mut parts = tag.split('|');
                    let name = check_name(parts.next().unwrap_or(""), line)?;
                    let filters = parts.map(|part| check_filter(part, line)).collect::<Result<_, _>>()?;
                    nodes.push(Node::Tag { line, name, filters });
                }
            }
        }
    }

    /// Up to the next tag.
    fn text(&mut self) -> String {
        let mut text = String::new();
        while !self.rest.starts_with("{{") {
            if let Some(rest) = self.rest.strip_prefix("\\{{") {
                text.push_str("{{");
                self.rest = rest;
                continue;
            }
            let mut characters = self.rest.chars();
            match characters.next() {
                Some(character) => {
                    self.line += usize::from(character == '\n');
                    text.push(character);
                }
                None => break,
            }
            self.rest = characters.as_str();
        }
        text
    }

    fn tag(&mut self) -> Result<String, String> {
        let end = self.rest.find("}}").ok_or_else(|| failure(self.line, "the tag is not closed"))?;
        let tag = &self.rest[2..end];
        self.line += tag.matches('\n').count();
        self.rest = &self.rest[end + 2..];
        Ok(tag.trim_start().to_string())
    }
}

fn check_filter(part: &str, line: usize) -> Result<Filter, String> {
    if let Some((name, other)) = part.split_once(':') {
        if name.trim() == "or" {
            return Ok(Filter::Or(other.to_string()));
        }
    }
    match part.trim() {
        "upper" => Ok(Filter::Upper),
        "lower" => Ok(Filter::Lower),
        "trim" => Ok(Filter::Trim),
        other => Err(failure(line, &format!("{other:?} is no filter"))),
    }
}

fn render_all(nodes: &[Node], scopes: &[&Values], out: &mut String) -> Result<(), String> {
    for node in nodes {
        match node {
            Node::Text(text) => out.push_str(text),
            Node::Tag { line, name, filters } => out.push_str(&render_tag(*line, name, filters, scopes)?),
            Node::Section { name, is_wanted, inner } => {
                let value = look_up(name, scopes);
                let is_empty = match value {
                    None => true,
                    Some(Value::Text(text)) => text.is_empty(),
                    Some(Value::List(list)) => list.is_empty(),
                };
                match value {
                    _ if is_empty == *is_wanted => {}
                    Some(Value::List(list)) if *is_wanted => {
                        for item in list {
                            let mut deeper = scopes.to_vec();
                            deeper.push(item);
                            render_all(inner, &deeper, out)?;
                        }
                    }
                    _ => render_all(inner, scopes, out)?,
                }
            }
        }
    }
    Ok(())
}

fn render_tag(line: usize, name: &str, filters: &[Filter], scopes: &[&Values]) -> Result<String, String> {
    let start = match look_up(name, scopes) {
        Some(Value::Text(text)) => text.clone(),
        Some(Value::List(_)) => return Err(failure(line, &format!("{name} is a list"))),
        None if matches!(filters.first(), Some(Filter::Or(_))) => String::new(),
        None => return Err(failure(line, &format!("there is no {name}"))),
    };
    Ok(filters.iter().fold(start, |text, filter| match filter {
        Filter::Upper => text.to_uppercase(),
        Filter::Lower => text.to_lowercase(),
        Filter::Trim => text.trim_matches(' ').to_string(),
        Filter::Or(other) if text.is_empty() => other.clone(),
        Filter::Or(_) => text,
    }))
}

fn look_up<'a>(name: &str, scopes: &[&'a Values]) -> Option<&'a Value> {
    scopes.iter().rev().find_map(|scope| scope.get(name))
}

fn check_name(text: &str, line: usize) -> Result<String, String> {
    let name = text.trim();
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return Err(failure(line, &format!("{name:?} is no name")));
    }
    Ok(name.to_string())
}

fn failure(line: usize, message: &str) -> String {
    format!("line {line}: {message}")
}
