import { resolve } from "node:path";
import type { ImportPlaces } from "../import-source.ts";
import { type Refuse, SourceFolder } from "./source-folder.ts";

/** The project to look at; none when it is the home folder, whose settings are the user's own and not a project's. */
export function openProject({ homeFolder, workspace }: ImportPlaces, refuse: Refuse): SourceFolder | undefined {
  return resolve(workspace) === resolve(homeFolder) ? undefined : SourceFolder.open(workspace, refuse);
}
