export const java = `
(class_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @interface
(enum_declaration name: (_) @name) @enum
(record_declaration name: (_) @name) @record
(annotation_type_declaration name: (_) @name) @annotation
(method_declaration name: (_) @name) @method
(constructor_declaration name: (_) @name) @constructor
`;

export const csharp = `
(namespace_declaration name: (_) @name) @namespace
(class_declaration name: (_) @name) @class
(struct_declaration name: (_) @name) @struct
(interface_declaration name: (_) @name) @interface
(enum_declaration name: (_) @name) @enum
(record_declaration name: (_) @name) @record
(delegate_declaration name: (_) @name) @delegate
(method_declaration name: (_) @name) @method
(constructor_declaration name: (_) @name) @constructor
(property_declaration name: (_) @name) @property
`;

export const kotlin = `
(class_declaration "interface" (type_identifier) @name) @interface
(class_declaration "enum" (type_identifier) @name) @enum
(class_declaration (type_identifier) @name) @class
(object_declaration (type_identifier) @name) @object
(companion_object (type_identifier) @name) @object
(function_declaration (simple_identifier) @name) @function
(type_alias (type_identifier) @name) @type
(source_file (property_declaration (variable_declaration (simple_identifier) @name)) @constant)
`;

export const scala = `
(class_definition name: (_) @name) @class
(object_definition name: (_) @name) @object
(trait_definition name: (_) @name) @trait
(enum_definition name: (_) @name) @enum
(type_definition name: (_) @name) @type
(given_definition name: (_) @name) @given
(function_definition name: (_) @name) @function
(function_declaration name: (_) @name) @function
(compilation_unit (val_definition pattern: (identifier) @name) @constant)
`;

export const swift = `
(class_declaration "struct" name: (_) @name) @struct
(class_declaration "enum" name: (_) @name) @enum
(class_declaration "extension" name: (_) @name) @extension
(class_declaration "actor" name: (_) @name) @actor
(class_declaration name: (_) @name) @class
(protocol_declaration name: (_) @name) @protocol
(function_declaration name: (simple_identifier) @name) @function
(protocol_function_declaration name: (simple_identifier) @name) @method
(init_declaration "init" @name) @constructor
(typealias_declaration name: (type_identifier) @name) @type
(source_file (property_declaration name: (pattern) @name) @constant)
`;

/** A body follows its signature instead of being inside of it: \`@end\` is where the definition really ends. */
export const dart = `
(class_definition name: (_) @name) @class
(enum_declaration name: (_) @name) @enum
(mixin_declaration (identifier) @name) @mixin
(extension_declaration name: (_) @name) @extension
(type_alias . (type_identifier) @name) @type
(constructor_signature name: (_) @name) @constructor
((method_signature (function_signature name: (_) @name)) @method . (function_body)? @end)
((method_signature (getter_signature name: (_) @name)) @method . (function_body)? @end)
((method_signature (setter_signature name: (_) @name)) @method . (function_body)? @end)
(program (function_signature name: (_) @name) @function . (function_body)? @end)
(declaration (function_signature name: (_) @name)) @method
`;
