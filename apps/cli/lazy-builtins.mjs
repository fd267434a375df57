// A bundler plugin. An import of a Node module also loads what the module defines lazily: `node:fs` loads streams and promises, `node:http` a
// second HTTP client. As a plain object, only what is used is loaded.
export const lazyBuiltins = {
  name: "lazy-builtins",
  setup(bundler) {
    bundler.onResolve({ filter: /^node:/ }, ({ path, kind }) => ({
      path,
      namespace: kind === "dynamic-import" ? "builtin-whole" : "builtin",
    }));
    bundler.onLoad({ filter: /.*/, namespace: "builtin" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`,
    }));
    // Dynamic imports need named exports, which a plain object in its own chunk would not have.
    bundler.onLoad({ filter: /.*/, namespace: "builtin-whole" }, ({ path }) => ({
      contents: `const builtin = process.getBuiltinModule(${JSON.stringify(path)});
export const { ${namesOf(path).join(", ")} } = builtin;
export default builtin;`,
    }));
  },
};

function namesOf(path) {
  return Object.keys(process.getBuiltinModule(path)).filter(
    (name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== "default",
  );
}
