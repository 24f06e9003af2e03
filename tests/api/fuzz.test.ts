import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { Contract } from '#lib/api/contract/define.ts'
import { apiClient, apiUser } from '#tests/support/api.ts'
import { eachContract, findContract, pathWith, undeclared } from '#tests/support/contracts.ts'
import { testProvider } from '#tests/support/databases.ts'
import { type OddBody, oddBody, oddQuery, oddSegment } from '#tests/support/odd-values.ts'
import { aClient, aGroup, aResource, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'

const asked = await server()
const { store } = asked
const manager = await apiClient(asked, ['manage'])

/**
 * `FUZZ_RUNS` sets the number of runs, `FUZZ_SEED` another seed. Each database draws requests of its own: the same ones
 * would find little more.
 */
const runs = Number(process.env.FUZZ_RUNS ?? 25)
const seeds = { sqlite: 20_310_303, postgresql: 20_310_304 }
const seed = Number(process.env.FUZZ_SEED ?? seeds[testProvider()])

/** Operations whose cost does not depend on the request. */
const fewRuns: Readonly<Record<string, number>> = { rotateKeys: 1 }

interface OddRequest {
  readonly path: string
  readonly body: OddBody | null
  readonly language: string
}

/** Requests for an operation; some of their ids are those of existing rows. */
async function requestsFor(contract: Contract): Promise<fc.Arbitrary<OddRequest>> {
  const ids = await newRows()
  const segments = [...contract.path.matchAll(/\{\w+\}/g)].map(() => oddSegment(ids))
  const path = fc.tuple(fc.tuple(...segments), oddQuery(contract)).map(([values, query]) => {
    const left = [...values]
    return pathWith(contract, () => left.shift() ?? '') + query
  })
  const bodies = contract.method === 'GET' ? fc.constant(null) : oddBody(contract, ids)
  const language = fc.constantFrom('en', 'de', 'x'.repeat(300), '*;q=2', 'ja,,;;', '')
  return fc.record({ path, body: bodies, language })
}

async function newRows(): Promise<number[]> {
  const user = await aUser(store)
  const group = await aGroup(store, {}, [user])
  const client = await aClient(store)
  const resource = await aResource(store, `fuzzed-${user.id}`, ['read', 'write'])
  const permissions = resource.permissions.map((permission) => permission.id)
  return [user.id, group.id, client.id, resource.id, ...permissions]
}

/** Account operations may end the caller's session, so each gets a new user. */
async function tokenFor({ access }: Contract): Promise<string> {
  if (access !== 'account') return manager.value
  return (await apiUser(asked, await aUser(store), ['manage-account'])).value
}

async function send(
  contract: Contract,
  token: string,
  { path, body, language }: OddRequest,
): Promise<Response> {
  const headers = new Headers({ authorization: `Bearer ${token}`, 'accept-language': language })
  if (body) headers.set('content-type', body.type)
  return asked.fetch(path, { method: contract.method, headers, ...(body && { body: body.bytes }) })
}

/** Every answer is a success or the error envelope, with a code that the contract declares. */
async function check(contract: Contract, token: string, request: OddRequest): Promise<void> {
  const response = await send(contract, token, request)
  const text = await response.text()
  expect(response.status, text).toBeLessThan(500)
  const isFile = response.ok && contract.files !== undefined
  const body = isFile ? {} : JSON.parse(text)
  if (!response.ok) {
    expect(Object.keys(body).toSorted()).toEqual(['error_code', 'error_description'])
    expect(body.error_description).toMatch(/\S/)
  }
  // A random value may equal a fixed segment of another path.
  if (findContract(contract.method, request.path) !== contract) return
  const answer = { status: response.status, code: body.error_code }
  expect(undeclared(contract.method, request.path, answer)).toBeNull()
}

afterEach(async () => {
  // Mail that a run enabled would make the next runs wait for missing mail servers.
  await asked.changeSettings({ smtpEnabled: false })
})

describe('whatever is sent, the answer is success or the envelope:', () => {
  it.each(eachContract)(
    '%s',
    async (id, contract) => {
      const token = await tokenFor(contract)
      const property = fc.asyncProperty(await requestsFor(contract), (request) =>
        check(contract, token, request),
      )
      await fc.assert(property, { numRuns: fewRuns[id] ?? runs, seed, endOnFailure: false })
    },
    120_000,
  )
})
