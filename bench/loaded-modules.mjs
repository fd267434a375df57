// Preloaded with NODE_OPTIONS: appends the URL of each loaded module, and the name of each Node module that is asked for, to the file named
// by ROO_LOADED_MODULES.
const { appendFileSync } = process.getBuiltinModule("node:fs");
const { registerHooks } = process.getBuiltinModule("node:module");

const file = process.env.ROO_LOADED_MODULES;
if (file) {
  registerHooks({
    load(url, context, next) {
      appendFileSync(file, `${url}\n`);
      return next(url, context);
    },
  });
  const getBuiltinModule = process.getBuiltinModule.bind(process);
  process.getBuiltinModule = (name) => {
    appendFileSync(file, `${name.startsWith("node:") ? name : `node:${name}`}\n`);
    return getBuiltinModule(name);
  };
}
