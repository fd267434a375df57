/** Shared by JavaScript and TypeScript. */
const common = `
(function_declaration name: (_) @name) @function
(generator_function_declaration name: (_) @name) @function
(class_declaration name: (_) @name) @class
(method_definition name: (_) @name) @method
(program [
  (lexical_declaration (variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)]))
  (variable_declaration (variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)]))
  (export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)])))
] @function)
(program [
  (lexical_declaration (variable_declarator name: (identifier) @name))
  (variable_declaration (variable_declarator name: (identifier) @name))
  (export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name)))
] @constant)
(program (expression_statement (assignment_expression
  left: (member_expression) @name right: [(arrow_function) (function_expression) (class)])) @function)
`;

export const javascript = `${common}
(field_definition property: (_) @name value: [(arrow_function) (function_expression)]) @method
`;

export const typescript = `${common}
(public_field_definition name: (_) @name value: [(arrow_function) (function_expression)]) @method
(abstract_class_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @interface
(type_alias_declaration name: (_) @name) @type
(enum_declaration name: (_) @name) @enum
(internal_module name: (_) @name) @namespace
(module name: (_) @name) @namespace
(function_signature name: (_) @name) @function
(abstract_method_signature name: (_) @name) @method
(interface_declaration body: (interface_body (method_signature name: (_) @name) @method))
`;
