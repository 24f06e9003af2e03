import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Node } from './openapi-parts.ts'

/** Turns schemas of contracts into those of the document. */
export interface SchemaWriter {
  /** The named schemas met so far, for the document's components. */
  readonly named: Readonly<Record<string, Node>>
  /**
   * The schema as OpenAPI 3.0 wants it; what has a name becomes a reference.
   * @param direction what is sent to the server, or what it answers
   */
  write(schema: z.ZodType, direction: 'input' | 'output'): Node
}

/** The words of JSON Schema that are read and written here. */
interface JsonSchema extends Record<string, unknown> {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly definitions?: Readonly<Record<string, JsonSchema>>
}

/** Makes a writer with no named schema yet. */
export function schemaWriter(): SchemaWriter {
  const named: Record<string, Node> = {}
  return {
    named,
    write(schema, direction) {
      // The wrapper keeps a schema that has a name itself out of the top, where it has no reference.
      const written = z.toJSONSchema(z.object({ schema }), {
        target: 'openapi-3.0',
        io: direction,
        override: ({ zodSchema, jsonSchema }) => {
          tidy(jsonSchema)
          declare(zodSchema, jsonSchema)
        },
      }) as JsonSchema
      for (const [name, definition] of Object.entries(written.definitions ?? {})) {
        keep(named, name, withReferences(definition) as Node)
      }
      return withReferences(written.properties?.schema ?? {}) as Node
    },
  }
}

function keep(named: Record<string, Node>, name: string, schema: Node): void {
  const { id: _, ...rest } = schema
  if (named[name] && !isDeepStrictEqual(named[name], rest)) {
    throw new Error(`Two schemas of the contracts have the name '${name}'.`)
  }
  named[name] = rest
}

/** Says as OpenAPI does what the library says in its own way, and leaves out what says nothing. */
function tidy(schema: Record<string, unknown>): void {
  if (schema.type === 'integer') {
    if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
    if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
    schema.format ??= 'int64'
    // Numbers in paths and queries are text to the contract, and have a pattern there.
    delete schema.pattern
  }
  if (schema.format === 'date-time') delete schema.pattern
  // Fields may be added to answers.
  if (schema.additionalProperties === false) delete schema.additionalProperties
}

/** Says what the library cannot know of a schema that it only sees turn any value into one to work with. */
function declare(schema: z.core.$ZodType, written: Record<string, unknown>): void {
  const said = z.globalRegistry.get(schema)
  if (said?.default !== undefined) written.default = said.default
  if (said?.isRequired) {
    delete written.isRequired
    delete written.nullable
  }
  if (!(schema instanceof z.ZodObject)) return
  const listed = Array.isArray(written.required) ? written.required : []
  const required = Object.entries<z.ZodType>(schema.shape)
    .filter(([name, field]) => listed.includes(name) || z.globalRegistry.get(field)?.isRequired)
    .map(([name]) => name)
  if (required.length > 0) written.required = required
}

function withReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReferences)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      key === '$ref'
        ? String(child).replace('#/definitions/', '#/components/schemas/')
        : withReferences(child),
    ]),
  )
}
