import { describe, expect, it } from 'vitest'
import { openapiDocument } from '#lib/api/openapi.ts'
import { baseUrl } from '#tests/support/settings.ts'

interface Schema {
  readonly $ref?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly name: string; readonly description?: string }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const { paths, components } = openapiDocument(baseUrl) as unknown as Document
const operations = Object.values(paths).flatMap((item) =>
  Object.values(item).map((operation) => [operation.operationId, operation] as const),
)

/** One or more sentences: a capital, number or name first, a full stop last. */
const sentences = /^[A-Z\d`].*\.$/s

/** Every field of a schema with its path, including nested fields. */
function fieldsIn(schema: Schema, at = ''): [at: string, field: Schema][] {
  const { properties = {}, items, allOf = [], anyOf = [] } = schema
  return [
    ...Object.entries(properties).flatMap(([name, field]): [string, Schema][] => [
      [`${at}${name}`, field],
      ...fieldsIn(field, `${at}${name}.`),
    ]),
    ...[items ?? [], allOf, anyOf].flat().flatMap((part) => fieldsIn(part, at)),
  ]
}

/** Paths of fields without a description. */
function silentIn(fields: readonly [at: string, field: Pick<Schema, 'description'>][]): string[] {
  return fields
    .filter(([, { description }]) => !sentences.test(description ?? ''))
    .map(([at]) => at)
}

/** The fields of all content types of a body or an answer. */
function fieldsOf(content: Content = {}): [at: string, field: Schema][] {
  return Object.values(content).flatMap(({ schema }) => fieldsIn(schema))
}

/** True for a record, or a list of records, with a named and described schema. */
function isRecord({ $ref, items }: Schema): boolean {
  return ($ref ?? items?.$ref) !== undefined
}

describe('every field of the documents says what it is:', () => {
  it.each(Object.entries(components.schemas))('those of %s', (_, schema) => {
    expect(fieldsIn(schema)).not.toEqual([])
    expect(silentIn(fieldsIn(schema))).toEqual([])
  })

  it.each(operations)('what %s is asked with', (_, { parameters = [], requestBody }) => {
    const fields = parameters.map((one): [string, Schema] => [one.name, one])
    expect(silentIn([...fields, ...fieldsOf(requestBody?.content)])).toEqual([])
  })

  it.each(operations)('what %s answers', (_, { responses }) => {
    const fields = Object.values(responses).flatMap(({ content }) => fieldsOf(content))
    expect(silentIn(fields.filter(([, field]) => !isRecord(field)))).toEqual([])
  })

  // A sign-out names an existing client, so its names need no rule.
  it.each(operations.filter(([id]) => id !== 'requestLogout'))(
    'the names that %s gives say which characters they may have',
    (_, { requestBody }) => {
      const names = fieldsOf(requestBody?.content).filter(([at]) => /(?:^key|Identifier)$/.test(at))
      const silent = names.filter(([at, { description = '' }]) => {
        return !at.startsWith('expected') && !description.includes('letters, digits')
      })
      expect(silent).toEqual([])
    },
  )

  it.each(operations)('no field that %s is asked with says a limit twice', (_, { requestBody }) => {
    const twice = fieldsOf(requestBody?.content).filter(([, { description = '' }]) =>
      /(at most [\d,]+ \w+).*\1/i.test(description),
    )
    expect(twice).toEqual([])
  })
})
