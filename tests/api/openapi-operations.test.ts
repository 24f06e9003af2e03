import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { declaredCodes, statusOf } from '#lib/api/declared-errors.ts'
import { openapiDocument } from '#lib/api/openapi.ts'
import { usefulScopes } from '#lib/api/scopes.ts'
import { apiClient, apiUser, call } from '#tests/support/api.ts'
import {
  allContracts,
  eachContract,
  parametersOf,
  pathWith,
  shapeOf,
} from '#tests/support/contracts.ts'
import { aClient, aGroup, aResource, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { testStart } from '#tests/support/settings.ts'

interface Operation {
  readonly operationId: string
  readonly description: string
  readonly security: unknown
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { content: Record<string, { schema: JsonSchema }> }
  readonly responses: Record<string, Answer>
}

interface Parameter {
  readonly name: string
  readonly schema: {
    readonly default?: number
    readonly minimum?: number
    readonly maximum?: number
  }
}

interface Answer {
  readonly description: string
  readonly headers?: Record<string, unknown>
  readonly content: { 'application/json': { schema: JsonSchema } }
}

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0] & object

const document = openapiDocument('http://localhost:3000') as unknown as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema> }
}
const described = Object.entries(document.paths)
  .filter(([path]) => path.startsWith('/api/'))
  .flatMap(([path, item]) => Object.entries(item).map(([method, one]) => ({ path, method, one })))

function operationOf(id: string): Operation {
  const found = described.find(({ one }) => one.operationId === id)
  if (!found) throw new Error(`The document lacks ${id}.`)
  return found.one
}

describe('the document', () => {
  it('describes exactly the operations of the contracts', () => {
    const declared = allContracts.map((one) => `${one.id}: ${one.method} ${shapeOf(one.path)}`)
    const written = described.map(
      ({ path, method, one }) => `${one.operationId}: ${method.toUpperCase()} ${shapeOf(path)}`,
    )
    expect(written.toSorted()).toEqual(declared.toSorted())
  })

  it('holds no two paths of one form', () => {
    const forms = Object.keys(document.paths).map(shapeOf)
    expect(forms.filter((form, i) => forms.indexOf(form) !== i)).toEqual([])
  })
})

/** Values that no id, number or identifier can have. */
const oddValues = ['', '\0', '-', 'x'.repeat(5_000), '%', '\u{1f600}']

/** Operations that accept any text in path parameters and query. */
const undemanding = eachContract.filter(([, { params, query }]) => {
  const schemas = [params, query].filter((schema) => schema instanceof z.ZodObject)
  const takesAll = (schema: z.ZodObject) =>
    oddValues.every((value) => {
      const values = Object.keys(schema.shape).map((name) => [name, value])
      return schema.safeParse(Object.fromEntries(values)).success
    })
  return schemas.length > 0 && schemas.every(takesAll)
})

it.each(undemanding)('no refusal of an address is described where %s has none', (id) => {
  expect(operationOf(id).responses['400']?.description).not.toContain('VALIDATION_ERROR')
})

describe.each(eachContract)('the description of %s', (id, contract) => {
  it('asks for a token and names the scopes that are enough', () => {
    const { security, description } = operationOf(id)
    expect(security).toEqual([{ bearer: [] }])
    const named = [...description.matchAll(/`([\w:-]+)`/g)].map((found) => found[1])
    expect(named).toEqual(usefulScopes(contract))
  })

  it('has an answer for every status and names every code', () => {
    const { responses } = operationOf(id)
    const success = String(contract.status ?? 200)
    const codes = Map.groupBy(declaredCodes(contract), statusOf)
    const statuses = [success, ...[...codes.keys()].map(String), '503']
    expect(Object.keys(responses)).toEqual(statuses.toSorted())
    for (const [status, expected] of codes) {
      const answer = responses[status]
      const named = [...(answer?.description ?? '').matchAll(/^- `([\w.]+)`/gm)].map(
        (one) => one[1],
      )
      expect(named.toSorted(), `codes of ${status}`).toEqual([...expected].toSorted())
      expect(answer?.content['application/json'].schema).toEqual({
        $ref: '#/components/schemas/ApiError',
      })
    }
    expect(responses[503]?.headers).toHaveProperty('Retry-After')
    for (const status of [401, 403]) {
      expect(responses[status]?.headers, `${status}`).toHaveProperty('WWW-Authenticate')
    }
  })

  it('takes what the operation takes', () => {
    const media = Object.keys(operationOf(id).requestBody?.content ?? {})
    expect(media).toEqual(
      contract.upload ? ['multipart/form-data'] : contract.body ? ['application/json'] : [],
    )
  })
})

const asked = await server()
const { store } = asked
const manager = await apiClient(asked, ['manage'])
const user = await aUser(store)
const person = await apiUser(asked, await aUser(store), ['manage-account'])
const withApp = await apiUser(asked, await aUser(store, { otpEnabled: true }), ['manage-account'])
const group = await aGroup(store, {}, [user])
const client = await aClient(store, { webOrigins: ['https://one.example'] })
await store.clientRegistrations.insert({
  createdAt: testStart,
  clientId: client.id,
  kind: 'dynamic',
  approval: 'approved',
})
const resource = await aResource(store, 'described-resource', ['read'])
const ids: Readonly<Record<string, number>> = {
  users: user.id,
  groups: group.id,
  clients: client.id,
  resources: resource.id,
  permissions: resource.permissions[0]?.id ?? 0,
}

/** Queries of the reads that need one. */
const queries: Readonly<Record<string, string>> = {
  countResourceHolders: `?resourceId=${resource.id}`,
}

const reads = eachContract.filter(([, { method, path }]) => {
  const [, , , , noun = ''] = path.split('/')
  return method === 'GET' && (!path.includes('{') || noun in ids)
})

describe('what is answered is what the document says:', () => {
  it.each(reads)('%s', async (id, contract) => {
    const [, , , , noun = ''] = contract.path.split('/')
    const path = `${pathWith(contract, String(ids[noun]))}${queries[id] ?? ''}`
    expect(parametersOf(contract).length).toBeLessThan(2)
    const owner = id === 'startOtpReplacement' ? withApp : person
    const answer = await call(contract.access === 'account' ? owner : manager, 'GET', path)
    expect(answer.status).toBe(200)
    if (contract.files) return
    const written = operationOf(id).responses[200]?.content['application/json'].schema
    const schema = z.fromJSONSchema(withDefinitions(written), { defaultTarget: 'openapi-3.0' })
    expect(schema.safeParse(answer.body).error?.issues ?? []).toEqual([])
  })
})

describe('pages are counted as the document says:', () => {
  const lists = reads.filter(
    ([, { query }]) => query instanceof z.ZodObject && 'page' in query.shape,
  )

  it.each(lists)('%s', async (id, contract) => {
    const [, , , , noun = ''] = contract.path.split('/')
    const counted = async (query: string) => {
      const path = `${pathWith(contract, String(ids[noun]))}?${query}`
      const { page, size } = (await call(manager, 'GET', path)).body
      return { page, size }
    }
    const [page, size] = ['page', 'size'].map(
      (name) => operationOf(id).parameters?.find((one) => one.name === name)?.schema ?? {},
    )
    expect(await counted('')).toEqual({ page: page?.default, size: size?.default })
    const smallest = { page: page?.minimum, size: size?.minimum }
    expect(await counted(`page=${smallest.page}&size=${smallest.size}`)).toEqual(smallest)
    expect((await counted(`size=${size?.maximum}`)).size).toBe(size?.maximum)
    expect((await counted(`size=${Number(size?.maximum) + 1}`)).size).toBeLessThanOrEqual(
      Number(size?.maximum),
    )
  })
})

function withDefinitions(schema: unknown): JsonSchema {
  const text = JSON.stringify({ allOf: [schema], definitions: document.components.schemas })
  return JSON.parse(text.replaceAll('#/components/schemas/', '#/definitions/'))
}
