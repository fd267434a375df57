import type { Claim, WorkspaceFiles } from "@roo-code/types";

/** Claimed paths, as they are claimed, at which nothing is now. A path that may not be looked at is not among them. */
export async function missingPaths(
  claims: readonly Claim[],
  files: Pick<WorkspaceFiles, "stat">,
): Promise<ReadonlySet<string>> {
  const given = new Set(claims.flatMap(({ path }) => path?.trim() || []));
  const looked = await Promise.all(
    [...given].map(async (path) => {
      const isThere = await files.stat(path).then(
        (stat) => stat !== undefined,
        () => true,
      );
      return isThere ? [] : [path];
    }),
  );
  return new Set(looked.flat());
}
