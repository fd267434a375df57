// The bundler leaves a file of one line for every dynamically imported module that was merged into a larger chunk: `export { a as main } from
// "./run.js"`. Each takes a millisecond to find, read and link, so imports of it are turned into imports of the chunk itself, or, inside that
// chunk, into the value.

const facadePattern =
  /^(?:import["'`]\.\/[^"'`]+["'`];)*export\{([^}]*)\}from["'`]\.\/([^"'`]+)["'`];(?:import["'`]\.\/[^"'`]+["'`];)*\s*$/;
const exportList = /export\{([^}]*)\};?\s*$/;

/** `chunks`: `{ fileName, code }`, changed in place. Returns the files that nothing imports any more. */
export function inlineFacades(chunks) {
  const facades = new Map(chunks.flatMap((chunk) => facadeOf(chunk, chunks) ?? []));
  const numbers = new Map([...facades.values()].map((facade, index) => [facade, index]));
  for (const chunk of chunks) {
    if (facades.has(baseName(chunk.fileName))) continue;
    const values = new Map();
    chunk.code = chunk.code.replaceAll(/import\(["'`](\.\/(?:chunks\/)?)([^"'`]+)["'`]\)/g, (whole, folder, name) => {
      const facade = facades.get(name);
      if (!facade) return whole;
      const fields = (valueOf) => facade.names.map(({ from, to }) => `${to}:${valueOf(from)}`).join(",");
      if (facade.target !== chunk)
        return `import("${folder}${baseName(facade.target.fileName)}").then(e=>({${fields((from) => `e.${from}`)}}))`;
      // In a function at the top, because a name may mean something else where it is imported.
      const own = `__facade${numbers.get(facade)}`;
      values.set(own, `async function ${own}(){return{${fields((from) => facade.locals.get(from))}}}`);
      return `${own}()`;
    });
    chunk.code = chunk.code.replace(exportList, (list) => [...values.values()].join("") + list);
  }
  return [...facades.values()].map(({ fileName }) => fileName);
}

function facadeOf({ fileName, code }, chunks) {
  const [, list, targetName] = facadePattern.exec(code) ?? [];
  const target = chunks.find((chunk) => baseName(chunk.fileName) === targetName);
  const exported = target && exportList.exec(target.code)?.[1];
  if (!exported) return undefined;
  const locals = new Map(namesIn(exported).map(({ from, to }) => [to, from]));
  return [[baseName(fileName), { fileName, target, locals, names: namesIn(list) }]];
}

/** `a as b,c` → from `a` to `b`, from `c` to `c`. */
function namesIn(list) {
  return list.split(",").map((item) => {
    const [from, to = from] = item.trim().split(/\s+as\s+/);
    return { from, to };
  });
}

function baseName(fileName) {
  return fileName.slice(fileName.lastIndexOf("/") + 1);
}
