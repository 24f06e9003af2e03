import { beforeAll, describe, expect, test } from 'vitest'
import { rotateKeys } from '#lib/domain/keys/keys.ts'
import { type ApiToken, apiClient, call, outcome } from '#tests/support/api.ts'
import { testContext } from '#tests/support/context.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { auditEntries } from '#tests/support/granted.ts'
import { server } from '#tests/support/server.ts'

const { client: database } = await fileDatabase()
const app = await server()
const { ctx } = await testContext()
const old = await apiClient(app, ['admin-read'])
let granular: ApiToken

beforeAll(async () => {
  await rotateKeys(ctx, 'somebody')
  granular = await apiClient(app, ['manage-settings'])
}, 60_000)

async function idOf(state: 'next' | 'current' | 'previous'): Promise<number> {
  return (await app.store.signingKeys.findByState(state))?.id ?? 0
}

const revoke = (id: number | string) => call(granular, 'DELETE', `/settings/keys/${id}`)

const revocations = async () =>
  (await auditEntries(database)).filter(({ event }) => event === 'revoked_key')

describe('400', () => {
  test.each(['0', '-1', 'x', '1.5', '0x1', '%20', '9223372036854775808', '-0', '+00'])(
    'the id %s',
    async (id) => {
      expect(await outcome(revoke(id))).toEqual([400, 'VALIDATION_ERROR'])
    },
  )

  test.each(['current', 'next'] as const)('the %s key is kept', async (state) => {
    const id = await idOf(state)
    expect(await outcome(revoke(id))).toEqual([400, 'VALIDATION_ERROR'])
    expect(await idOf(state)).toBe(id)
  })
})

describe('404', () => {
  test.each(['999999', '2147483648', '9007199254740993', '9223372036854775807'])(
    'the id %s',
    async (id) => {
      expect(await outcome(revoke(id))).toEqual([404, 'NOT_FOUND'])
    },
  )
})

describe('200', () => {
  test('of many deletions at once one does it; tokens of that key are dead', async () => {
    const previous = await app.store.signingKeys.findByState('previous')
    expect((await call(old, 'GET', '/settings/keys')).status).toBe(200)
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => outcome(revoke(`+0${previous?.id}`))),
    )
    expect(outcomes.filter(([status]) => status === 200)).toHaveLength(1)
    expect(outcomes.filter(([, code]) => code === 'NOT_FOUND')).toHaveLength(9)
    expect(await idOf('previous')).toBe(0)
    expect(await outcome(call(old, 'GET', '/settings/keys'))).toEqual([401, 'INVALID_TOKEN'])
    expect(await revocations()).toEqual([
      {
        event: 'revoked_key',
        details: {
          keyId: previous?.keyIdentifier,
          loggedInUser: granular.client.clientIdentifier,
        },
      },
    ])
  })
})

describe('beside a rotation', { timeout: 60_000 }, () => {
  test('a deletion either comes first or finds nothing; neither fails', async () => {
    await rotateKeys(ctx, 'somebody')
    const fresh = await apiClient(app, ['manage-settings'])
    const id = await idOf('previous')
    const rotation = outcome(call(fresh, 'POST', '/settings/keys/rotate'))
    const deletions: Promise<[number, string]>[] = []
    const timer = setInterval(() => {
      deletions.push(outcome(call(fresh, 'DELETE', `/settings/keys/${id}`)))
    }, 20)
    const rotated = await rotation
    clearInterval(timer)
    const statuses = (await Promise.all(deletions)).map(([status]) => status)
    expect([200, 409]).toContain(rotated[0])
    expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([])
    expect((await app.store.signingKeys.findAll()).length).toBeGreaterThanOrEqual(2)
  })
})
