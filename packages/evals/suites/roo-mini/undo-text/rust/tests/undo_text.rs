use undo_text::UndoText;

fn type_in(buffer: &mut UndoText, position: usize, text: &str) {
    for (offset, character) in text.char_indices() {
        buffer.insert(position + offset, &character.to_string()).unwrap();
    }
}

/// The texts that undoing everything leads through.
fn undone(buffer: &mut UndoText) -> Vec<String> {
    let mut seen = Vec::new();
    while buffer.undo() {
        seen.push(buffer.text().to_string());
    }
    seen
}

#[test]
fn inserting_and_deleting() {
    let mut buffer = UndoText::new();
    assert_eq!(buffer.text(), "");
    buffer.insert(0, "held").unwrap();
    buffer.insert(2, "llo wor").unwrap();
    buffer.delete(5, 1).unwrap();
    assert_eq!(buffer.text(), "helloworld");
}

#[test]
fn undo_and_redo() {
    let mut buffer = UndoText::new();
    buffer.insert(0, "abc").unwrap();
    buffer.delete(1, 1).unwrap();
    assert_eq!(undone(&mut buffer), ["abc", ""]);
    assert_eq!([buffer.redo(), buffer.redo(), buffer.redo()], [true, true, false]);
    assert_eq!(buffer.text(), "ac");
}

#[test]
fn a_new_step_makes_the_undone_forgotten() {
    let mut buffer = UndoText::new();
    buffer.insert(0, "one").unwrap();
    buffer.undo();
    buffer.insert(0, "two").unwrap();
    assert!(!buffer.redo());
    assert_eq!(undone(&mut buffer), [""]);
}

#[test]
fn typing_is_undone_word_by_word() {
    let mut buffer = UndoText::new();
    type_in(&mut buffer, 0, "ab cd\ne");
    assert_eq!(undone(&mut buffer), ["ab cd", "ab", ""]);
    buffer.redo();
    buffer.redo();
    assert_eq!(buffer.text(), "ab cd");
}

#[test]
fn typing_elsewhere_is_another_step() {
    let mut buffer = UndoText::new();
    type_in(&mut buffer, 0, "ab");
    type_in(&mut buffer, 0, "x");
    buffer.undo();
    assert_eq!(buffer.text(), "ab");
    type_in(&mut buffer, 1, "y");
    buffer.undo();
    assert_eq!(buffer.text(), "ab");
}

#[test]
fn longer_texts_never_join() {
    let mut buffer = UndoText::new();
    buffer.insert(0, "ab").unwrap();
    buffer.insert(2, "c").unwrap();
    buffer.insert(3, "de").unwrap();
    assert_eq!(undone(&mut buffer), ["abc", "ab", ""]);
}

#[test]
fn what_ends_a_step() {
    let interrupts: [fn(&mut UndoText); 3] = [
        |buffer| {
            buffer.redo();
        },
        |buffer| buffer.save(),
        |buffer| {
            buffer.undo();
            buffer.redo();
        },
    ];
    for interrupt in interrupts {
        let mut buffer = UndoText::new();
        type_in(&mut buffer, 0, "a");
        interrupt(&mut buffer);
        type_in(&mut buffer, 1, "b");
        buffer.undo();
        assert_eq!(buffer.text(), "a");
    }
}

#[test]
fn what_does_not_end_a_step() {
    let mut buffer = UndoText::new();
    type_in(&mut buffer, 0, "a");
    buffer.insert(0, "").unwrap();
    buffer.delete(1, 0).unwrap();
    buffer.is_changed();
    assert!(buffer.insert(5, "x").is_err());
    type_in(&mut buffer, 1, "b");
    assert_eq!(undone(&mut buffer), [""]);
}

#[test]
fn nothing_is_forgotten_for_nothing() {
    let mut buffer = UndoText::new();
    buffer.insert(0, "abc").unwrap();
    buffer.undo();
    buffer.insert(0, "").unwrap();
    buffer.delete(0, 0).unwrap();
    assert!(buffer.redo());
    assert_eq!(buffer.text(), "abc");
}

#[test]
fn errors_leave_everything_as_it_was() {
    let mut buffer = UndoText::new();
    buffer.insert(0, "abc").unwrap();
    assert!(buffer.insert(4, "x").is_err());
    assert!(buffer.insert(9, "").is_err());
    assert!(buffer.delete(2, 2).is_err());
    assert!(buffer.delete(4, 0).is_err());
    assert!(buffer.delete(1, usize::MAX).is_err());
    assert_eq!(buffer.text(), "abc");
    assert_eq!(undone(&mut buffer), [""]);
}

#[test]
fn saved_and_changed() {
    let mut buffer = UndoText::new();
    assert!(!buffer.is_changed());
    buffer.insert(0, "x").unwrap();
    assert!(buffer.is_changed());
    buffer.delete(0, 1).unwrap();
    assert!(buffer.is_changed());
    buffer.undo();
    buffer.save();
    assert!(!buffer.is_changed());
    buffer.undo();
    assert!(buffer.is_changed());
    buffer.redo();
    assert!(!buffer.is_changed());
}

#[test]
fn a_saved_state_that_was_left_for_good() {
    let mut buffer = UndoText::new();
    buffer.insert(0, "ab").unwrap();
    buffer.save();
    buffer.undo();
    buffer.insert(0, "ab").unwrap();
    assert!(buffer.is_changed());
    buffer.undo();
    assert!(buffer.is_changed());
    buffer.save();
    assert!(!buffer.is_changed());
}

#[test]
fn as_if_every_state_had_been_kept() {
    let mut state: u64 = 11;
    let mut random = |below: usize| {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        (state / 65_536) as usize % below
    };
    for _ in 0..60 {
        let mut buffer = UndoText::new();
        let mut states = vec![String::new()];
        let mut at = 0;
        let mut saved = Some(0);
        for _ in 0..80 {
            let mut text = states[at].clone();
            let action = random(6);
            match action {
                0 | 1 => {
                    let position = random(text.len() + 1);
                    let added = ["ab", "c d", "xyz"][random(3)];
                    buffer.insert(position, added).unwrap();
                    text.insert_str(position, added);
                }
                2 if !text.is_empty() => {
                    let position = random(text.len());
                    let count = 1 + random(text.len() - position);
                    buffer.delete(position, count).unwrap();
                    text.replace_range(position..position + count, "");
                }
                3 => {
                    assert_eq!(buffer.undo(), at > 0);
                    at = at.saturating_sub(1);
                }
                4 => {
                    assert_eq!(buffer.redo(), at + 1 < states.len());
                    at = (at + 1).min(states.len() - 1);
                }
                5 => {
                    buffer.save();
                    saved = Some(at);
                }
                _ => {}
            }
            if action < 3 && text != states[at] {
                saved = saved.filter(|&state| state <= at);
                states.truncate(at + 1);
                states.push(text);
                at += 1;
            }
            assert_eq!(buffer.text(), states[at]);
            assert_eq!(buffer.is_changed(), saved != Some(at));
        }
    }
}
