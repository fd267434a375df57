// A bundler plugin for Node's own modules.

/**
 * An import of a Node module also loads what the module defines lazily: `node:fs` loads streams and promises, `node:http` a second HTTP
 * client. Here only the names that are used are read, and the functions of `node:fs/promises` and its like when they are called.
 */
export const lazyBuiltins = {
  name: "lazy-builtins",
  setup(bundler) {
    bundler.onResolve({ filter: /^node:/ }, ({ path, kind, importer }) => {
      // What is also imported by a module that is required gets a wrapper, in which every name counts as used.
      const isOurs = !importer.includes("node_modules");
      const namespace = kind === "dynamic-import" ? "builtin-whole" : isOurs ? "builtin" : "builtin-object";
      return { path, namespace, sideEffects: false };
    });
    bundler.onLoad({ filter: /.*/, namespace: "builtin-object" }, ({ path }) => ({
      contents: `module.exports = ${builtin(path)}`,
    }));
    bundler.onLoad({ filter: /.*/, namespace: "builtin" }, ({ path }) => ({
      contents: [
        ...namesOf(path).map((name) => `export const ${name} = ${valueOf(path, name)};`),
        `export default /* @__PURE__ */ (() => ${builtin(path)})();`,
      ].join("\n"),
    }));
    bundler.onLoad({ filter: /.*/, namespace: "builtin-whole" }, ({ path }) => ({
      contents: `const builtin = ${builtin(path)};
export const { ${namesOf(path).join(", ")} } = builtin;
export default builtin;`,
    }));
  },
};

function builtin(path) {
  return `process.getBuiltinModule(${JSON.stringify(path)})`;
}

/** Marked as pure, so that the bundler drops the names that nobody uses. */
function valueOf(path, name) {
  if (path === "node:fs/promises" && name === "constants") return valueOf("node:fs", name);
  if (path.endsWith("/promises") && typeof process.getBuiltinModule(path)[name] === "function")
    return `/* @__PURE__ */ (() => (...args) => ${builtin(path)}.${name}(...args))()`;
  return `/* @__PURE__ */ (() => ${builtin(path)}.${name})()`;
}

function namesOf(path) {
  return Object.keys(process.getBuiltinModule(path)).filter(
    (name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== "default",
  );
}
