import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  indentOnInput,
  LanguageDescription,
  syntaxHighlighting,
} from "@codemirror/language";
import { languages } from "@codemirror/language-data";
import { unifiedMergeView } from "@codemirror/merge";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import { type Ref, useEffect, useImperativeHandle, useRef } from "react";

export interface CodeAreaHandle {
  text(): string;
  /** Replaces the text, as one change that can be undone. */
  replace(text: string): void;
}

interface CodeAreaProps {
  readonly ref: Ref<CodeAreaHandle>;
  readonly path: string;
  readonly initialText: string;
  /** Compared with the text, line by line. */
  readonly original: string | undefined;
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
}

export function CodeArea({ ref, path, initialText, original, onChange, onSave }: CodeAreaProps) {
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<CodeView>(undefined);
  const latest = useRef({ onChange, onSave });
  latest.current = { onChange, onSave };
  useEffect(() => {
    if (!container.current) return;
    const created = createCodeView({
      container: container.current,
      path,
      text: initialText,
      onChange: (text) => latest.current.onChange(text),
      onSave: () => latest.current.onSave(),
    });
    view.current = created;
    return () => created.dispose();
    // Only the initial text: later changes go through the handle.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [path]);
  useEffect(() => view.current?.compareWith(original), [original]);
  useImperativeHandle(ref, () => ({
    text: () => view.current?.text() ?? "",
    replace: (text) => view.current?.replace(text),
  }));
  return <div ref={container} className="min-h-0 flex-1 overflow-hidden" />;
}

interface CodeViewOptions {
  readonly container: HTMLElement;
  readonly path: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
}

interface CodeView {
  text(): string;
  replace(text: string): void;
  compareWith(original: string | undefined): void;
  dispose(): void;
}

/** CodeMirror with our theme; the language of the file name is loaded later. */
function createCodeView({ container, path, text, onChange, onSave }: CodeViewOptions): CodeView {
  const language = new Compartment();
  const comparison = new Compartment();
  const save = () => {
    onSave();
    return true;
  };
  const view = new EditorView({
    parent: container,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        foldGutter(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        syntaxHighlighting(classHighlighter),
        keymap.of([
          { key: "Mod-s", run: save, preventDefault: true },
          ...defaultKeymap,
          ...historyKeymap,
          ...searchKeymap,
          ...foldKeymap,
          indentWithTab,
        ]),
        EditorView.contentAttributes.of({ "aria-label": `Text of ${path}` }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
        language.of([]),
        comparison.of([]),
        theme,
      ],
    }),
  });
  const description = LanguageDescription.matchFilename(languages, path.split("/").at(-1) ?? path);
  void description?.load().then((support) => view.dispatch({ effects: language.reconfigure(support) }));
  return {
    text: () => view.state.doc.toString(),
    replace: (next) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    compareWith: (original) =>
      view.dispatch({
        effects: comparison.reconfigure(
          original === undefined ? [] : unifiedMergeView({ original, mergeControls: true }),
        ),
      }),
    dispose: () => view.destroy(),
  };
}

const theme = EditorView.theme({
  "&": { height: "100%", fontSize: "0.8125rem", backgroundColor: "var(--surface)", color: "var(--ink)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", lineHeight: "1.25rem" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--ink-3)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--hover) 60%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--accent) 30%, transparent)",
  },
  ".cm-panels": { backgroundColor: "var(--raised)", color: "var(--ink)" },
  ".cm-changedLine": { backgroundColor: "var(--added)" },
  ".cm-deletedChunk": { backgroundColor: "var(--removed)" },
});
