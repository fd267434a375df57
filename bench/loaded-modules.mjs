// Preloaded by NODE_OPTIONS: appends the address of each module to the file that ROO_LOADED_MODULES names, as it is loaded.
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
}
