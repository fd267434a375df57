import type { ImagePart } from "@roo-code/types";
import { ArrowUp, ListPlus, Square } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { OutgoingMessage } from "../../data/task/task-ops.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { showError } from "../../ui/toast.ts";
import { AttachedImages, ImageButton, maxImages, readImages } from "./attached-images.tsx";
import { complete, tokenAt } from "./completion-token.ts";
import { type Completion, CompletionList, useCompletions } from "./completions.tsx";

interface ComposerProps {
  /** The storage key of the draft. */
  readonly draft: string;
  readonly workspaceId: string | undefined;
  readonly placeholder: string;
  /** The agent is working: messages are queued. */
  readonly isBusy?: boolean;
  readonly isDisabled?: boolean;
  readonly onSend: (message: OutgoingMessage) => Promise<unknown>;
  /** Shows why sending failed, by default in a toast. The text is restored in any case. */
  readonly onFailure?: (error: unknown) => void;
  readonly onStop?: () => void;
  /** Menus next to the buttons: mode, model. */
  readonly choices?: ReactNode;
  readonly autoFocus?: boolean;
  /** The accessible name of the text box. */
  readonly label?: string;
  /** A button with this text instead of the send icon. */
  readonly sendText?: string;
}

/** A message box: text, images, @ for files, / for commands. */
export function Composer(props: ComposerProps) {
  const { draft, workspaceId, placeholder, isBusy = false, isDisabled = false, onSend, onStop, choices } = props;
  const { label = "Message", sendText, onFailure = showError } = props;
  const [text, setText] = useDraft(draft);
  const [images, setImages] = useState<readonly ImagePart[]>([]);
  const [caret, setCaret] = useState(0);
  const [active, setActive] = useState(0);
  const [isClosed, setIsClosed] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const token = isClosed ? undefined : tokenAt(text, caret);
  const completions = useCompletions(workspaceId, token);
  const isListOpen = token !== undefined && completions.length > 0;
  const canSend = !isDisabled && !isSending && (text.trim() !== "" || images.length > 0);
  useEffect(() => setActive(0), [token?.query]);

  const choose = ({ replacement }: Completion) => {
    if (!token) return;
    const completed = complete(text, token, replacement);
    setText(completed.text);
    setCaret(completed.caret);
    requestAnimationFrame(() => area.current?.setSelectionRange(completed.caret, completed.caret));
  };
  const send = async () => {
    if (!canSend) return;
    setIsSending(true);
    const message = { text: text.trim(), images };
    setText("");
    setImages([]);
    await onSend(message).catch((error: unknown) => {
      onFailure(error);
      setText(message.text);
      setImages(message.images);
    });
    setIsSending(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (isListOpen && ["ArrowDown", "ArrowUp"].includes(event.key)) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : completions.length - 1;
      return setActive((active + step) % completions.length);
    }
    const chosen = completions[active];
    if (isListOpen && chosen && (event.key === "Enter" || event.key === "Tab")) {
      event.preventDefault();
      return choose(chosen);
    }
    if (isListOpen && event.key === "Escape") {
      event.stopPropagation();
      return setIsClosed(true);
    }
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      void send();
    }
  };
  const addFiles = async (files: Iterable<File>) => {
    const added = await readImages(files);
    setImages((before) => [...before, ...added].slice(0, maxImages));
  };

  return (
    <div
      className="relative rounded-xl border border-line-strong bg-surface focus-within:border-accent"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void addFiles(event.dataTransfer.files);
      }}
    >
      {isListOpen && <CompletionList id={listId} completions={completions} active={active} onChoose={choose} />}
      <AttachedImages images={images} onChange={setImages} />
      <textarea
        ref={area}
        value={text}
        rows={sendText === undefined ? 1 : 3}
        aria-label={label}
        role="combobox"
        aria-expanded={isListOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isListOpen ? `${listId}-${active}` : undefined}
        autoFocus={props.autoFocus}
        disabled={isDisabled}
        placeholder={placeholder}
        className="field-sizing-content block max-h-64 min-h-12 w-full resize-none bg-transparent px-3 pt-3 pb-1 text-base outline-none placeholder:text-ink-3"
        onChange={(event) => {
          setText(event.target.value);
          setCaret(event.target.selectionStart);
          setIsClosed(false);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          if (event.clipboardData.files.length === 0) return;
          event.preventDefault();
          void addFiles(event.clipboardData.files);
        }}
      />
      <div className="flex items-center gap-1 px-2 pb-2">
        <ImageButton onFiles={(files) => void addFiles(files)} />
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1">{choices}</div>
        {isBusy && onStop && (
          <IconButton label="Stop" shortcut="mod+." className="border border-line-strong" onClick={onStop}>
            <Square className="fill-current" />
          </IconButton>
        )}
        {sendText === undefined ? (
          <IconButton
            label={isBusy ? "Queue message" : "Send"}
            shortcut="enter"
            disabled={!canSend}
            className="!bg-accent !text-accent-ink"
            onClick={() => void send()}
          >
            {isBusy ? <ListPlus /> : <ArrowUp />}
          </IconButton>
        ) : (
          <Button variant="primary" disabled={!canSend} onClick={() => void send()}>
            {sendText}
            <ArrowUp aria-hidden />
          </Button>
        )}
      </div>
    </div>
  );
}

const draftDelayMs = 300;

/** A text that is stored in the browser. */
function useDraft(name: string): [string, (text: string) => void] {
  const key = `roo.draft.${name}`;
  const [text, setText] = useState(() => localStorage.getItem(key) ?? "");
  useEffect(() => {
    const timer = setTimeout(() => {
      if (text) localStorage.setItem(key, text);
      else localStorage.removeItem(key);
    }, draftDelayMs);
    return () => clearTimeout(timer);
  }, [key, text]);
  return [text, setText];
}
