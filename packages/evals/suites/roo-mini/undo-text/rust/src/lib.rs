/// The text of an editor that can undo.
#[derive(Default)]
pub struct UndoText {}

impl UndoText {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn text(&self) -> &str {
        todo!()
    }

    pub fn insert(&mut self, position: usize, text: &str) -> Result<(), String> {
        todo!("{position} {text}")
    }

    pub fn delete(&mut self, position: usize, count: usize) -> Result<(), String> {
        todo!("{position} {count}")
    }

    pub fn undo(&mut self) -> bool {
        todo!()
    }

    pub fn redo(&mut self) -> bool {
        todo!()
    }

    pub fn save(&mut self) {
        todo!()
    }

    pub fn is_changed(&self) -> bool {
        todo!()
    }
}
