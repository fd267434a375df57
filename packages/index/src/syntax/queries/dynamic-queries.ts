export const python = `
(class_definition name: (_) @name) @class
(function_definition name: (_) @name) @function
(module (expression_statement (assignment left: (identifier) @name)) @constant)
`;

export const ruby = `
(module name: (_) @name) @module
(class name: (_) @name) @class
(method name: (_) @name) @method
(singleton_method name: (_) @name) @method
(assignment left: (constant) @name) @constant
`;

export const php = `
(namespace_definition name: (_) @name body: (_)) @namespace
(class_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @interface
(trait_declaration name: (_) @name) @trait
(enum_declaration name: (_) @name) @enum
(function_definition name: (_) @name) @function
(method_declaration name: (_) @name) @method
(program (const_declaration (const_element . (name) @name)) @constant)
`;

export const lua = `
(function_declaration name: (_) @name) @function
(assignment_statement (variable_list . name: (_) @name) (expression_list . value: (function_definition))) @function
`;

export const bash = `
(function_definition name: (_) @name) @function
`;

export const elixir = `
((call target: (identifier) @_word (arguments . (alias) @name)) @module
  (#any-of? @_word "defmodule" "defprotocol" "defimpl"))
((call target: (identifier) @_word (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: [(call target: (identifier) @name) (identifier) @name])
  ])) @function
  (#any-of? @_word "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate"))
`;

export const r = `
(binary_operator lhs: [(identifier) (string)] @name rhs: (function_definition)) @function
((call function: (identifier) @_word arguments: (arguments . (argument value: (string) @name))) @class
  (#any-of? @_word "setClass" "setRefClass" "R6Class"))
((call function: (identifier) @_word arguments: (arguments . (argument value: (string) @name))) @method
  (#any-of? @_word "setGeneric" "setMethod"))
`;
