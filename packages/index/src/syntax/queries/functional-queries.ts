export const haskell = `
(data_type name: (_) @name) @data
(newtype name: (_) @name) @newtype
(type_synomym name: (_) @name) @type
(class name: (_) @name) @class
(instance name: (_) @name) @instance
(declarations (function name: (_) @name) @function)
(declarations (bind name: (_) @name) @function)
(class_declarations (signature name: (_) @name) @method)
(instance_declarations (function name: (_) @name) @method)
`;

export const ocaml = `
(compilation_unit (value_definition (let_binding pattern: (value_name) @name)) @value)
(structure (value_definition (let_binding pattern: (value_name) @name)) @value)
(type_definition (type_binding name: (_) @name)) @type
(module_definition (module_binding (module_name) @name)) @module
(module_type_definition (module_type_name) @name) @signature
(exception_definition (constructor_declaration (constructor_name) @name)) @exception
(class_definition (class_binding (class_name) @name)) @class
(method_definition (method_name) @name) @method
(external (value_name) @name) @value
`;
