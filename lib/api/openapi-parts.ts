/** A node of the OpenAPI document. */
export type Node = Readonly<Record<string, unknown>>

/** What a parameter or field is: a plain type, or a schema of its own. */
export type FieldSchema = 'string' | 'integer' | 'boolean' | Node

/** A field's schema with its description, or the schema alone. */
export type Fields = Readonly<Record<string, readonly [schema: FieldSchema, description?: string]>>

/** The schema of an object; `required` names the fields that are always there. */
export function objectOf(fields: Fields, required: readonly string[] = []): Node {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, [schema, description]]) => [
      name,
      described(schemaOf(schema), description),
    ]),
  )
  return { type: 'object', ...(required.length > 0 && { required }), properties }
}

/** The schema of a list. */
export function listOf(items: FieldSchema): Node {
  return { type: 'array', items: schemaOf(items) }
}

/** The schema of one of several words. */
export function oneOf(...words: readonly string[]): Node {
  return { type: 'string', enum: words }
}

/** A reference to a schema of the document's components. */
export function schemaNamed(name: string): Node {
  return { $ref: `#/components/schemas/${name}` }
}

/** Query parameters of an operation. */
export function queryParameters(fields: Fields, required: readonly string[] = []): Node[] {
  return Object.entries(fields).map(([name, [schema, description]]) => ({
    name,
    in: 'query',
    ...(description && { description }),
    required: required.includes(name),
    schema: schemaOf(schema),
  }))
}

/** A form body. */
export function formBody(schema: Node, required = true): Node {
  return { required, content: { 'application/x-www-form-urlencoded': { schema } } }
}

/** An answer with a JSON body. */
export function jsonAnswer(description: string, schema: Node, headers: Fields = {}): Node {
  return { ...emptyAnswer(description, headers), content: { 'application/json': { schema } } }
}

/** An answer with a page. */
export function pageAnswer(description: string): Node {
  return { description, content: { 'text/html': { schema: { type: 'string' } } } }
}

/** An answer without a body. */
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

/** In OpenAPI 3.0 nothing may stand beside a `$ref`, so a described reference is wrapped. */
function described(schema: Node, description: string | undefined): Node {
  if (!description) return schema
  return '$ref' in schema ? { allOf: [schema], description } : { ...schema, description }
}
