// An entry point of its own: what people do with a folder, beside what tasks do in it.
export {
  type FolderEntry,
  FolderFiles,
  folderSize,
  openShell,
  packFolder,
  packTexts,
  type Shell,
  unpackFolder,
  watchFolder,
} from "@roo-code/workspace/folder";
export { type CloneProtocol } from "./git/clone-address.ts";
export { cloneRepository } from "./git/clone-repository.ts";
export { Repository } from "./git/repository.ts";
