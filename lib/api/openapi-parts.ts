export type Node = Readonly<Record<string, unknown>>

/** Schema of a parameter or field: a plain type, or a nested schema. */
export type FieldSchema = 'string' | 'integer' | 'boolean' | Node

/** The schema of a field, with or without a description. */
export type Fields = Readonly<Record<string, readonly [schema: FieldSchema, description?: string]>>

/** An object schema; `required` names the fields that are always present. */
export function objectOf(fields: Fields, required: readonly string[] = []): Node {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, [schema, description]]) => [
      name,
      described(schemaOf(schema), description),
    ]),
  )
  return { type: 'object', ...(required.length > 0 && { required }), properties }
}

export function listOf(items: FieldSchema): Node {
  return { type: 'array', items: schemaOf(items) }
}

/** A schema of one of several words. */
export function oneOf(...words: readonly string[]): Node {
  return { type: 'string', enum: words }
}

/** A reference to a schema in the document's components. */
export function schemaNamed(name: string): Node {
  return { $ref: `#/components/schemas/${name}` }
}

export function queryParameters(fields: Fields, required: readonly string[] = []): Node[] {
  return Object.entries(fields).map(([name, [schema, description]]) => ({
    name,
    in: 'query',
    ...(description && { description }),
    required: required.includes(name),
    schema: schemaOf(schema),
  }))
}

export function formBody(schema: Node, required = true): Node {
  return { required, content: { 'application/x-www-form-urlencoded': { schema } } }
}

export function jsonAnswer(description: string, schema: Node, headers: Fields = {}): Node {
  return { ...emptyAnswer(description, headers), content: { 'application/json': { schema } } }
}

export function fileAnswer(contentTypes: readonly string[]): Node {
  const schema = { type: 'string' }
  return {
    description: 'The file, sent while it is made.',
    content: Object.fromEntries(contentTypes.map((contentType) => [contentType, { schema }])),
  }
}

export function pageAnswer(description: string): Node {
  return { description, content: { 'text/html': { schema: { type: 'string' } } } }
}

export function emptyAnswer(description: string, headers: Fields = {}): Node {
  const entries = Object.entries(headers).map(([name, [schema, text]]) => [
    name,
    { ...(text && { description: text }), schema: schemaOf(schema) },
  ])
  return { description, ...(entries.length > 0 && { headers: Object.fromEntries(entries) }) }
}

function schemaOf(schema: FieldSchema): Node {
  return typeof schema === 'string' ? { type: schema } : schema
}

/** OpenAPI 3.0 ignores siblings of `$ref`, so a described reference is wrapped. */
function described(schema: Node, description: string | undefined): Node {
  if (!description) return schema
  return '$ref' in schema ? { allOf: [schema], description } : { ...schema, description }
}
