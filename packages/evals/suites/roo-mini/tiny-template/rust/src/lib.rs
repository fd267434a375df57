use std::collections::HashMap;

pub type Values = HashMap<String, Value>;

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Text(String),
    List(Vec<Values>),
}

/// The rendered template. An error begins with "line N: ".
pub fn render(template: &str, values: &Values) -> Result<String, String> {
    todo!("{template} {values:?}")
}
