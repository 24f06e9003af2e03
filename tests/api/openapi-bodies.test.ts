import { afterAll, describe, expect, it, test } from 'vitest'
import { openapiDocument } from '#lib/api/openapi.ts'
import { apiClient, call } from '#tests/support/api.ts'
import { eachContract } from '#tests/support/contracts.ts'
import { openOutbox } from '#tests/support/outbox.ts'
import { server } from '#tests/support/server.ts'
import { baseUrl } from '#tests/support/settings.ts'
import { smallestBodies } from '#tests/support/smallest-bodies.ts'

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly nullable?: boolean
  readonly minimum?: number
  readonly maximum?: number
}

interface Operation {
  readonly operationId: string
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

const { paths } = openapiDocument(baseUrl) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}
const operations = Object.values(paths).flatMap((item) => Object.values(item))

function schemaOf(id: string): Schema {
  const found = operations.find(({ operationId }) => operationId === id)
  return found?.requestBody?.content['application/json']?.schema ?? {}
}

/** The object schemas of a schema with their paths, including those in lists. */
function objectsIn(schema: Schema, at = ''): [at: string, schema: Schema][] {
  const { properties = {}, items } = schema
  const inner = Object.entries(properties).flatMap(([name, one]) => objectsIn(one, `${at}${name}.`))
  return [[at, schema], ...inner, ...(items ? objectsIn(items, `${at}0.`) : [])]
}

function requiredIn(schema: Schema): string[] {
  return objectsIn(schema).flatMap(([at, { required = [] }]) => required.map((name) => at + name))
}

/** Paths of a body's fields; of a list, only its first entry's. */
function fieldsOf(value: unknown, at = ''): string[] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, child]) => [
    ...(Array.isArray(value) ? [] : [`${at}${name}`]),
    ...fieldsOf(child, `${at}${name}.`),
  ])
}

function withValue(body: object, field: string, value: unknown): object {
  const copy = structuredClone(body)
  const names = field.split('.')
  const last = names.pop() ?? ''
  const owner = names.reduce<Record<string, unknown>>(
    (node, name) => node[name] as Record<string, unknown>,
    copy as Record<string, unknown>,
  )
  owner[last] = value
  return copy
}

const manager = await apiClient(await server({ env: { RATE_LIMITER_ENABLED: 'false' } }), [
  'manage',
])
const outbox = await openOutbox()
const bodies = smallestBodies(manager, outbox)
const withBody = eachContract.filter(([, { body }]) => body)

afterAll(() => outbox.close())

it('every operation with a JSON body is looked at', () => {
  expect(Object.keys(bodies).toSorted()).toEqual(withBody.map(([id]) => id).toSorted())
})

describe.each(withBody)('%s', (id, contract) => {
  it('takes a body with the fields that the document requires, and none that lacks one', async () => {
    const { path, body, token = manager, besides = [] } = (await bodies[id]?.()) ?? failed(id)
    const required = requiredIn(schemaOf(id))
    expect(fieldsOf(body).toSorted()).toEqual([...required, ...besides].toSorted())
    for (const field of required) {
      for (const value of [undefined, null]) {
        const answer = await call(token, contract.method, path, withValue(body, field, value))
        expect(answer.status, `${field}: ${value}`).toBeOneOf([400, 404, 409])
      }
    }
    const answer = await call(token, contract.method, path, body)
    expect([answer.status, answer.body.error_code]).toEqual([contract.status ?? 200, undefined])
  })

  it('says of no field both that it is required and that it may be null', () => {
    for (const [at, { properties = {}, required = [] }] of objectsIn(schemaOf(id))) {
      for (const name of required) expect(properties[name]?.nullable, `${at}${name}`).not.toBe(true)
    }
  })
})

const bounded = withBody.flatMap(([id, contract]) =>
  Object.entries(schemaOf(id).properties ?? {})
    .filter(([, { minimum, maximum }]) => minimum !== undefined || maximum !== undefined)
    .map(([field, schema]) => [id, field, schema, contract] as const),
)

test.each(bounded)('%s refuses a %s outside of its bounds', async (id, field, schema, contract) => {
  const { path, body } = (await bodies[id]?.()) ?? failed(id)
  for (const number of [Number(schema.minimum) - 1, Number(schema.maximum) + 1]) {
    const answer = await call(manager, contract.method, path, withValue(body, field, number))
    expect([answer.status, answer.body.error_code], `${number}`).toEqual([400, 'VALIDATION_ERROR'])
    expect(answer.body.error_description).toContain(field)
  }
})

function failed(id: string): never {
  throw new Error(`There is no body for ${id}.`)
}
