export const sql = `
(create_table (object_reference) @name) @table
(create_view (object_reference) @name) @view
(create_materialized_view (object_reference) @name) @view
(create_function (object_reference) @name) @function
(create_type (object_reference) @name) @type
(create_index column: (_) @name) @index
(create_trigger . (keyword_create) (keyword_trigger) . (object_reference) @name) @trigger
`;

/** What other places can refer to: elements with an id. */
export const html = `
((element (start_tag (attribute (attribute_name) @_word (quoted_attribute_value (attribute_value) @name)))) @element
  (#eq? @_word "id"))
`;

export const css = `
(rule_set (selectors) @name) @rule
(media_statement . (_) @name) @media
(keyframes_statement (keyframes_name) @name) @keyframes
`;

export const markdown = `
(section . (atx_heading heading_content: (_) @name)) @heading
(setext_heading heading_content: (_) @name) @heading
`;

export const yaml = `
(document (block_node (block_mapping (block_mapping_pair key: (_) @name) @key)))
`;

export const toml = `
(document (pair . (_) @name) @key)
(table . (_) @name) @table
(table_array_element . (_) @name) @table
`;

export const json = `
(document (object (pair key: (string) @name) @key))
`;
