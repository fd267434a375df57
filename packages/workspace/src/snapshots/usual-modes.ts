import type { FolderState, TreeState, UsualModes } from "./tree-state.ts";

/** Before the first scan is over nothing is usual, so that it notes every file's permissions. */
export const nothingUsual: UsualModes = { file: -1, executable: -1, folder: -1 };

/** Takes what most files have for usual and leaves it out of the state. */
export function settleUsualModes(state: TreeState): TreeState {
  if (state.usual.file !== -1) return state;
  const counts = { file: new Map<number, number>(), executable: new Map<number, number>(), folder: new Map() };
  for (const { mode, modes } of state.folders.values()) {
    add(counts.folder, mode);
    for (const one of Object.values(modes)) add(one & 0o100 ? counts.executable : counts.file, one);
  }
  const usual = {
    file: mostCommon(counts.file, 0o644),
    executable: mostCommon(counts.executable, 0o755),
    folder: mostCommon(counts.folder, 0o755),
  };
  const folders = new Map([...state.folders].map(([path, found]) => [path, withoutUsual(found, usual)]));
  return { ...state, usual, folders };
}

function withoutUsual(found: FolderState, usual: UsualModes): FolderState {
  const modes = Object.entries(found.modes).filter(
    ([, mode]) => mode !== (mode & 0o100 ? usual.executable : usual.file),
  );
  return { ...found, modes: Object.fromEntries(modes) };
}

function add(counts: Map<number, number>, mode: number): void {
  counts.set(mode, (counts.get(mode) ?? 0) + 1);
}

function mostCommon(counts: ReadonlyMap<number, number>, otherwise: number): number {
  let most: [number, number] = [otherwise, 0];
  for (const entry of counts) if (entry[1] > most[1]) most = entry;
  return most[0];
}
