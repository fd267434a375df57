import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { type ApprovalSubject, type ToolContext, ToolFailure, type WorkspaceFiles } from "@roo-code/types";
import { expect, it } from "vitest";
import { readFile } from "./read-file.ts";

it.each([
  [true, "a fake key"],
  [false, "private_path"],
  [undefined, "private_path"],
])("reads a key only where a person lets it (%s)", async (answer, outcome) => {
  await using temp = createTempWorkspace({ ".ssh/id_test": "a fake key" });
  const workspace = Object.assign(Object.create(temp.workspace), { files: withPrivate(temp.workspace.files) });
  const requests: ApprovalSubject[] = [];
  const approve = async (subject: ApprovalSubject): Promise<boolean> => {
    requests.push(subject);
    return answer ?? false;
  };
  const call = { callId: "call", approve, ask: async () => undefined, sample: () => Promise.reject(new Error("none")) };
  const context: ToolContext = {
    workspace,
    signal: new AbortController().signal,
    ports: {},
    report: () => {},
    seenVersion: () => undefined,
    ...(answer !== undefined && { call }),
  };
  if (readFile.kind !== "read") throw new TypeError("read_file is no tool that reads");
  const result = await readFile.run({ path: ".ssh/id_test" }, context).then(
    ({ content }) => content,
    (error: { code: string }) => error.code,
  );
  expect(result).toContain(outcome);
  const question = { kind: "read", summary: "read .ssh/id_test", paths: [".ssh/id_test"] };
  expect(requests).toMatchObject(answer === undefined ? [] : [question]);
});

/** As the files of a home folder are: every path is private until it is shared. */
function withPrivate(files: WorkspaceFiles): WorkspaceFiles {
  const shared = new Set<string>();
  return Object.assign(Object.create(files), {
    resolve: (path: string) => files.resolve(path),
    share: (path: string) => shared.add(path),
    async read(path: string) {
      if (!shared.has(path)) throw new ToolFailure("private_path", "Keys are kept there.");
      return files.read(path);
    },
  });
}
