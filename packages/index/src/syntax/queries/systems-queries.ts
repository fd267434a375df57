export const c = `
${functions("(function_declarator declarator: (identifier) @name)")}
(struct_specifier name: (_) @name body: (_)) @struct
(union_specifier name: (_) @name body: (_)) @union
(enum_specifier name: (_) @name body: (_)) @enum
(type_definition declarator: (type_identifier) @name) @type
(preproc_function_def name: (_) @name) @macro
(preproc_def name: (_) @name value: (_)) @macro
`;

export const cpp = `
${functions("(function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier) (destructor_name) (operator_name)] @name)")}
(function_definition declarator: (reference_declarator (function_declarator declarator: (_) @name))) @function
(field_declaration declarator: (function_declarator declarator: (_) @name)) @function
(class_specifier name: (_) @name body: (_)) @class
(struct_specifier name: (_) @name body: (_)) @struct
(union_specifier name: (_) @name body: (_)) @union
(enum_specifier name: (_) @name body: (_)) @enum
(namespace_definition name: (_) @name) @namespace
(type_definition declarator: (type_identifier) @name) @type
(alias_declaration name: (_) @name) @type
(concept_definition name: (_) @name) @concept
(preproc_function_def name: (_) @name) @macro
`;

export const go = `
(function_declaration name: (_) @name) @function
(method_declaration name: (_) @name) @method
(source_file (type_declaration (type_spec name: (_) @name type: (struct_type)) @struct))
(source_file (type_declaration (type_spec name: (_) @name type: (interface_type)) @interface))
(source_file (type_declaration [(type_spec name: (_) @name) (type_alias name: (_) @name)] @type))
(source_file (const_declaration (const_spec . name: (_) @name) @constant))
(source_file (var_declaration (var_spec . name: (_) @name) @variable))
`;

export const rust = `
(function_item name: (_) @name) @function
(function_signature_item name: (_) @name) @function
(struct_item name: (_) @name) @struct
(enum_item name: (_) @name) @enum
(union_item name: (_) @name) @union
(trait_item name: (_) @name) @trait
(impl_item type: (_) @name) @impl
(mod_item name: (_) @name) @module
(type_item name: (_) @name) @type
(const_item name: (_) @name) @constant
(static_item name: (_) @name) @static
(macro_definition name: (_) @name) @macro
`;

export const zig = `
(function_declaration name: (_) @name) @function
(variable_declaration . (identifier) @name (struct_declaration)) @struct
(variable_declaration . (identifier) @name (enum_declaration)) @enum
(variable_declaration . (identifier) @name (union_declaration)) @union
(test_declaration (string) @name) @test
(source_file (variable_declaration . (identifier) @name) @constant)
`;

/** Definitions and prototypes, also of functions that return pointers. */
function functions(declarator: string): string {
  const pointer = `(pointer_declarator declarator: ${declarator})`;
  const either = `[${declarator} ${pointer} (pointer_declarator declarator: ${pointer})]`;
  return `(function_definition declarator: ${either}) @function\n(declaration declarator: ${either}) @function`;
}
