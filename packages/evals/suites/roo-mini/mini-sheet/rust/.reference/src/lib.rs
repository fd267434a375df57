mod formula;

use formula::Formula;
use std::collections::{BTreeMap, HashMap, HashSet};

/// What each cell shows, by its name.
pub fn evaluate(cells: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let mut sheet = Sheet::read(cells);
    cells.keys().map(|name| (name.clone(), show(sheet.value(name)))).collect()
}

#[derive(Clone)]
enum Value {
    Number(i64),
    Text(String),
}

/// An error is what a cell shows.
type Outcome = Result<Value, &'static str>;

fn show(outcome: Option<Outcome>) -> String {
    match outcome {
        Some(Ok(Value::Number(number))) => number.to_string(),
        Some(Ok(Value::Text(text))) => text,
        Some(Err(error)) => error.to_string(),
        None => String::new(),
    }
}

struct Sheet {
    formulas: HashMap<String, Formula>,
    known: HashMap<String, Outcome>,
}

impl Sheet {
    fn read(cells: &BTreeMap<String, String>) -> Self {
        let mut sheet = Sheet { formulas: HashMap::new(), known: HashMap::new() };
        for (name, text) in cells {
            match text.strip_prefix('=') {
                Some(formula) => match formula::parse(formula) {
                    Some(parsed) => drop(sheet.formulas.insert(name.clone(), parsed)),
                    None => drop(sheet.known.insert(name.clone(), Err("#SYNTAX"))),
                },
                None => drop(sheet.known.insert(name.clone(), Ok(plain(text)))),
            }
        }
        let cyclic: Vec<String> = sheet.formulas.keys().filter(|name| sheet.needs_itself(name)).cloned().collect();
        sheet.known.extend(cyclic.into_iter().map(|name| (name, Err("#CYCLE"))));
        sheet
    }

    fn needs_itself(&self, name: &str) -> bool {
        let mut seen = HashSet::new();
        let mut queue = self.references(name);
        while let Some(current) = queue.pop() {
            if current == name {
                return true;
            }
            if seen.insert(current) {
                queue.extend(self.references(current));
            }
        }
        false
    }

    fn references(&self, name: &str) -> Vec<&str> {
        self.formulas.get(name).map_or_else(Vec::new, Formula::references)
    }

    /// None for a cell that is not given.
    fn value(&mut self, name: &str) -> Option<Outcome> {
        if let Some(outcome) = self.known.get(name) {
            return Some(outcome.clone());
        }
        let formula = self.formulas.remove(name)?;
        let outcome = self.work_out(&formula).map(Value::Number);
        self.known.insert(name.to_string(), outcome.clone());
        Some(outcome)
    }

    fn work_out(&mut self, formula: &Formula) -> Result<i64, &'static str> {
        match formula {
            Formula::Number(number) => Ok(*number),
            Formula::Minus(of) => Ok(-self.work_out(of)?),
            Formula::Cell(name) => match self.value(name).transpose()? {
                None => Ok(0),
                Some(Value::Number(number)) => Ok(number),
                Some(Value::Text(_)) => Err("#TYPE"),
            },
            Formula::Function(function, cells) => {
                let mut numbers = Vec::new();
                for name in cells {
                    if let Some(Value::Number(number)) = self.value(name).transpose()? {
                        numbers.push(number);
                    }
                }
                Ok(match function.as_str() {
                    "SUM" => numbers.iter().sum(),
                    "MIN" => numbers.into_iter().min().unwrap_or(0),
                    "MAX" => numbers.into_iter().max().unwrap_or(0),
                    _ => numbers.len() as i64,
                })
            }
            Formula::Operation(operator, left, right) => {
                let (left, right) = (self.work_out(left)?, self.work_out(right)?);
                match operator {
                    '+' => Ok(left + right),
                    '-' => Ok(left - right),
                    '*' => Ok(left * right),
                    _ => left.checked_div(right).ok_or("#DIV"),
                }
            }
        }
    }
}

fn plain(text: &str) -> Value {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    match text.parse() {
        Ok(number) if is_number => Value::Number(number),
        _ => Value::Text(text.to_string()),
    }
}
