import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { Contract } from '#lib/api/contract/define.ts'
import { apiClient, apiUser } from '#tests/support/api.ts'
import { eachContract, findContract, pathWith, undeclared } from '#tests/support/contracts.ts'
import { type OddBody, oddBody, oddQuery, oddSegment } from '#tests/support/odd-values.ts'
import { aClient, aGroup, aResource, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'

const asked = await server()
const { store } = asked
const manager = await apiClient(asked, ['manage'])

/** `FUZZ_RUNS` and `FUZZ_SEED` ask for more, and for something else. */
const runs = Number(process.env.FUZZ_RUNS ?? 50)
const seed = Number(process.env.FUZZ_SEED ?? 20_310_303)

/** What an upload or a rotation costs does not depend on what is sent. */
const fewRuns: Readonly<Record<string, number>> = { rotateKeys: 1 }

interface OddRequest {
  readonly path: string
  readonly body: OddBody | null
  readonly language: string
}

/** Requests for an operation, which name rows that exist among others. */
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

/** Account operations may end the session of whoever calls them: each gets a user of its own. */
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

/** Every answer is success or the envelope, with a code that the contract declares. */
async function check(contract: Contract, token: string, request: OddRequest): Promise<void> {
  const response = await send(contract, token, request)
  const text = await response.text()
  expect(response.status, text).toBeLessThan(500)
  const body = JSON.parse(text)
  if (!response.ok) {
    expect(Object.keys(body).toSorted()).toEqual(['error_code', 'error_description'])
    expect(body.error_description).toMatch(/\S/)
  }
  // A value may stand where another path has a fixed word.
  if (findContract(contract.method, request.path) !== contract) return
  const answer = { status: response.status, code: body.error_code }
  expect(undeclared(contract.method, request.path, answer)).toBeNull()
}

afterEach(async () => {
  // What a run switched on would make the next ones wait for mail servers that are not there.
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
