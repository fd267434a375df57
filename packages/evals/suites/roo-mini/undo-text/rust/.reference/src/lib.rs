struct Step {
    position: usize,
    removed: String,
    inserted: String,
    is_typed: bool,
}

/// The text of an editor that can undo.
pub struct UndoText {
    text: String,
    steps: Vec<Step>,
    done: usize,
    /// None when it cannot be reached any more.
    saved: Option<usize>,
    is_open: bool,
}

impl Default for UndoText {
    fn default() -> Self {
        Self::new()
    }
}

impl UndoText {
    pub fn new() -> Self {
        UndoText { text: String::new(), steps: Vec::new(), done: 0, saved: Some(0), is_open: false }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn insert(&mut self, position: usize, text: &str) -> Result<(), String> {
        if position > self.text.len() {
            return Err(format!("there is no position {position}"));
        }
        if text.is_empty() {
            return Ok(());
        }
        let is_typed = text.len() == 1;
        if self.is_open && is_typed && !text.trim().is_empty() {
            let last = &mut self.steps[self.done - 1];
            if last.is_typed && position == last.position + last.inserted.len() {
                last.inserted.push_str(text);
                self.text.insert_str(position, text);
                return Ok(());
            }
        }
        self.perform(Step { position, removed: String::new(), inserted: text.to_string(), is_typed });
        Ok(())
    }

    pub fn delete(&mut self, position: usize, count: usize) -> Result<(), String> {
        match position.checked_add(count) {
            Some(end) if end <= self.text.len() => {
                if count > 0 {
                    let removed = self.text[position..end].to_string();
                    self.perform(Step { position, removed, inserted: String::new(), is_typed: false });
                }
                Ok(())
            }
            _ => Err(format!("there are no {count} characters at {position}")),
        }
    }

    pub fn undo(&mut self) -> bool {
        self.is_open = false;
        if self.done == 0 {
            return false;
        }
        self.done -= 1;
        let Step { position, removed, inserted, .. } = &self.steps[self.done];
        self.text.replace_range(*position..*position + inserted.len(), removed);
        true
    }

    pub fn redo(&mut self) -> bool {
        self.is_open = false;
        if self.done == self.steps.len() {
            return false;
        }
        self.apply_next();
        true
    }

    pub fn save(&mut self) {
        self.is_open = false;
        self.saved = Some(self.done);
    }

    pub fn is_changed(&self) -> bool {
        self.saved != Some(self.done)
    }

    fn perform(&mut self, step: Step) {
        self.saved = self.saved.filter(|&saved| saved <= self.done);
        self.steps.truncate(self.done);
        self.steps.push(step);
        self.is_open = true;
        self.apply_next();
    }

    fn apply_next(&mut self) {
        let Step { position, removed, inserted, .. } = &self.steps[self.done];
        self.text.replace_range(*position..*position + removed.len(), inserted);
        self.done += 1;
    }
}
