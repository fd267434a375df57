import java.util.ArrayList;
import java.util.List;

/** The text of an editor that can undo. */
public final class UndoText {
    private static final int UNREACHABLE = -1;

    private record Step(int position, String removed, String inserted, boolean isTyped) {}

    private final StringBuilder text = new StringBuilder();
    private final List<Step> steps = new ArrayList<>();
    private int done = 0;
    private int saved = 0;
    private boolean isOpen = false;

    public String text() {
        return text.toString();
    }

    /** Throws IndexOutOfBoundsException. */
    public void insert(int position, String added) {
        if (position < 0 || position > text.length()) {
            throw new IndexOutOfBoundsException("there is no position " + position);
        }
        if (added.isEmpty()) {
            return;
        }
        boolean isTyped = added.length() == 1;
        if (isOpen && isTyped && !added.isBlank()) {
            Step last = steps.get(done - 1);
            if (last.isTyped() && position == last.position() + last.inserted().length()) {
                steps.set(done - 1, new Step(last.position(), "", last.inserted() + added, true));
                text.insert(position, added);
                return;
            }
        }
        perform(new Step(position, "", added, isTyped));
    }

    /** Throws IndexOutOfBoundsException. */
    public void delete(int position, int count) {
        if (position < 0 || count < 0 || position + count > text.length()) {
            throw new IndexOutOfBoundsException("there are no " + count + " characters at " + position);
        }
        if (count > 0) {
            perform(new Step(position, text.substring(position, position + count), "", false));
        }
    }

    public boolean undo() {
        isOpen = false;
        if (done == 0) {
            return false;
        }
        Step last = steps.get(--done);
        replace(last.position(), last.inserted(), last.removed());
        return true;
    }

    public boolean redo() {
        isOpen = false;
        if (done == steps.size()) {
            return false;
        }
        Step next = steps.get(done++);
        replace(next.position(), next.removed(), next.inserted());
        return true;
    }

    public void save() {
        isOpen = false;
        saved = done;
    }

    public boolean isChanged() {
        return saved != done;
    }

    private void perform(Step step) {
        if (saved > done) {
            saved = UNREACHABLE;
        }
        steps.subList(done, steps.size()).clear();
        steps.add(step);
        done++;
        isOpen = true;
        replace(step.position(), step.removed(), step.inserted());
    }

    private void replace(int position, String old, String added) {
        text.replace(position, position + old.length(), added);
    }
}
