import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Node } from './openapi-parts.ts'

/** Converts schemas of contracts to schemas of the document. */
export interface SchemaWriter {
  /** Named schemas met so far, for the document's components. */
  readonly named: Readonly<Record<string, Node>>
  /**
   * The schema in OpenAPI 3.0 form; a named schema becomes a reference.
   * @param direction `input` for requests, `output` for responses
   */
  write(schema: z.ZodType, direction: 'input' | 'output'): Node
}

/** The JSON Schema keywords used here. */
interface JsonSchema extends Record<string, unknown> {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly definitions?: Readonly<Record<string, JsonSchema>>
}

/** Creates a writer without named schemas. */
export function schemaWriter(): SchemaWriter {
  const named: Record<string, Node> = {}
  return {
    named,
    write(schema, direction) {
      // The wrapper keeps a named schema from the top level, where zod would inline it instead of writing a
      // reference.
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

/** Rewrites zod's output for OpenAPI and drops meaningless keywords. */
function tidy(schema: Record<string, unknown>): void {
  if (schema.type === 'integer') {
    if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
    if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
    schema.format ??= 'int64'
    // Path and query numbers are text in the contract, with a pattern.
    delete schema.pattern
  }
  if (schema.format === 'date-time') delete schema.pattern
  // Responses may gain fields.
  if (schema.additionalProperties === false) delete schema.additionalProperties
}

/** Adds facts that zod cannot see in a schema that transforms any value: defaults and required fields. */
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
