import { create } from "zustand";
import { openPanel } from "../../data/panel-choice.ts";

interface OpenFiles {
  readonly paths: readonly string[];
  readonly active: string | undefined;
  /** Files with unsaved changes. */
  readonly unsaved: ReadonlySet<string>;
}

export const useOpenFiles = create<OpenFiles>(() => ({ paths: [], active: undefined, unsaved: new Set() }));

export function openFile(path: string): void {
  useOpenFiles.setState(({ paths }) => ({ paths: paths.includes(path) ? paths : [...paths, path], active: path }));
  openPanel("files");
}

export function closeFile(path: string): void {
  useOpenFiles.setState(({ paths, active, unsaved }) => {
    const rest = paths.filter((each) => each !== path);
    const next = rest[Math.min(paths.indexOf(path), rest.length - 1)];
    return {
      paths: rest,
      active: active === path ? next : active,
      unsaved: new Set([...unsaved].filter((each) => each !== path)),
    };
  });
}

export function markUnsaved(path: string, isUnsaved: boolean): void {
  useOpenFiles.setState(({ unsaved }) => {
    if (unsaved.has(path) === isUnsaved) return {};
    const next = new Set(unsaved);
    if (isUnsaved) next.add(path);
    else next.delete(path);
    return { unsaved: next };
  });
}

export function closeAllFiles(): void {
  useOpenFiles.setState({ paths: [], active: undefined, unsaved: new Set() });
}
