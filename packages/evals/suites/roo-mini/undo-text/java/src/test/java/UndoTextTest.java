import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class UndoTextTest {
    private final UndoText buffer = new UndoText();

    private static void type(UndoText buffer, int position, String text) {
        for (int i = 0; i < text.length(); i++) {
            buffer.insert(position + i, text.substring(i, i + 1));
        }
    }

    /** The texts that undoing everything leads through. */
    private static List<String> undone(UndoText buffer) {
        List<String> seen = new ArrayList<>();
        while (buffer.undo()) {
            seen.add(buffer.text());
        }
        return seen;
    }

    @Test
    void insertingAndDeleting() {
        assertEquals("", buffer.text());
        buffer.insert(0, "held");
        buffer.insert(2, "llo wor");
        buffer.delete(5, 1);
        assertEquals("helloworld", buffer.text());
    }

    @Test
    void undoAndRedo() {
        buffer.insert(0, "abc");
        buffer.delete(1, 1);
        assertEquals(List.of("abc", ""), undone(buffer));
        assertTrue(buffer.redo());
        assertTrue(buffer.redo());
        assertFalse(buffer.redo());
        assertEquals("ac", buffer.text());
    }

    @Test
    void aNewStepMakesTheUndoneForgotten() {
        buffer.insert(0, "one");
        buffer.undo();
        buffer.insert(0, "two");
        assertFalse(buffer.redo());
        assertEquals(List.of(""), undone(buffer));
    }

    @Test
    void typingIsUndoneWordByWord() {
        type(buffer, 0, "ab cd\ne");
        assertEquals(List.of("ab cd", "ab", ""), undone(buffer));
        buffer.redo();
        buffer.redo();
        assertEquals("ab cd", buffer.text());
    }

    @Test
    void typingElsewhereIsAnotherStep() {
        type(buffer, 0, "ab");
        type(buffer, 0, "x");
        buffer.undo();
        assertEquals("ab", buffer.text());
        type(buffer, 1, "y");
        buffer.undo();
        assertEquals("ab", buffer.text());
    }

    @Test
    void longerTextsNeverJoin() {
        buffer.insert(0, "ab");
        buffer.insert(2, "c");
        buffer.insert(3, "de");
        assertEquals(List.of("abc", "ab", ""), undone(buffer));
    }

    @Test
    void whatEndsAStep() {
        List<Consumer<UndoText>> interrupts = List.of(UndoText::redo, UndoText::save, each -> {
            each.undo();
            each.redo();
        });
        for (Consumer<UndoText> interrupt : interrupts) {
            UndoText each = new UndoText();
            type(each, 0, "a");
            interrupt.accept(each);
            type(each, 1, "b");
            each.undo();
            assertEquals("a", each.text());
        }
    }

    @Test
    void whatDoesNotEndAStep() {
        type(buffer, 0, "a");
        buffer.insert(0, "");
        buffer.delete(1, 0);
        buffer.isChanged();
        assertThrows(IndexOutOfBoundsException.class, () -> buffer.insert(5, "x"));
        type(buffer, 1, "b");
        assertEquals(List.of(""), undone(buffer));
    }

    @Test
    void nothingIsForgottenForNothing() {
        buffer.insert(0, "abc");
        buffer.undo();
        buffer.insert(0, "");
        buffer.delete(0, 0);
        assertTrue(buffer.redo());
        assertEquals("abc", buffer.text());
    }

    @Test
    void errorsLeaveEverythingAsItWas() {
        buffer.insert(0, "abc");
        List<Executable> calls = List.of(
                () -> buffer.insert(4, "x"),
                () -> buffer.insert(-1, "x"),
                () -> buffer.insert(9, ""),
                () -> buffer.delete(2, 2),
                () -> buffer.delete(-1, 1),
                () -> buffer.delete(1, -1),
                () -> buffer.delete(4, 0));
        for (Executable call : calls) {
            assertThrows(IndexOutOfBoundsException.class, call);
        }
        assertEquals("abc", buffer.text());
        assertEquals(List.of(""), undone(buffer));
    }

    @Test
    void savedAndChanged() {
        assertFalse(buffer.isChanged());
        buffer.insert(0, "x");
        assertTrue(buffer.isChanged());
        buffer.delete(0, 1);
        assertTrue(buffer.isChanged());
        buffer.undo();
        buffer.save();
        assertFalse(buffer.isChanged());
        buffer.undo();
        assertTrue(buffer.isChanged());
        buffer.redo();
        assertFalse(buffer.isChanged());
    }

    @Test
    void aSavedStateThatWasLeftForGood() {
        buffer.insert(0, "ab");
        buffer.save();
        buffer.undo();
        buffer.insert(0, "ab");
        assertTrue(buffer.isChanged());
        buffer.undo();
        assertTrue(buffer.isChanged());
        buffer.save();
        assertFalse(buffer.isChanged());
    }

    @Test
    void asIfEveryStateHadBeenKept() {
        Random random = new Random(11);
        for (int round = 0; round < 60; round++) {
            UndoText each = new UndoText();
            List<String> states = new ArrayList<>(List.of(""));
            int at = 0;
            int saved = 0;
            for (int turn = 0; turn < 80; turn++) {
                String text = states.get(at);
                int action = random.nextInt(6);
                if (action < 2) {
                    int position = random.nextInt(text.length() + 1);
                    String added = List.of("ab", "c d", "xyz").get(random.nextInt(3));
                    each.insert(position, added);
                    text = text.substring(0, position) + added + text.substring(position);
                } else if (action == 2 && !text.isEmpty()) {
                    int position = random.nextInt(text.length());
                    int count = 1 + random.nextInt(text.length() - position);
                    each.delete(position, count);
                    text = text.substring(0, position) + text.substring(position + count);
                } else if (action == 3) {
                    assertEquals(at > 0, each.undo());
                    at = Math.max(0, at - 1);
                } else if (action == 4) {
                    assertEquals(at < states.size() - 1, each.redo());
                    at = Math.min(states.size() - 1, at + 1);
                } else if (action == 5) {
                    each.save();
                    saved = at;
                }
                if (action < 3 && !text.equals(states.get(at))) {
                    saved = saved > at ? -1 : saved;
                    states.subList(at + 1, states.size()).clear();
                    states.add(text);
                    at++;
                }
                assertEquals(states.get(at), each.text());
                assertEquals(saved != at, each.isChanged());
            }
        }
    }
}
