/** The text of an editor that can undo. */
public final class UndoText {
    public String text() {
        throw new UnsupportedOperationException("not written yet");
    }

    /** Throws IndexOutOfBoundsException. */
    public void insert(int position, String text) {
        throw new UnsupportedOperationException("not written yet");
    }

    /** Throws IndexOutOfBoundsException. */
    public void delete(int position, int count) {
        throw new UnsupportedOperationException("not written yet");
    }

    public boolean undo() {
        throw new UnsupportedOperationException("not written yet");
    }

    public boolean redo() {
        throw new UnsupportedOperationException("not written yet");
    }

    public void save() {
        throw new UnsupportedOperationException("not written yet");
    }

    public boolean isChanged() {
        throw new UnsupportedOperationException("not written yet");
    }
}
