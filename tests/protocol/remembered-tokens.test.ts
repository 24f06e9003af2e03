import { describe, expect, it } from 'vitest'
import { rotateKeys } from '#lib/domain/keys/keys.ts'
import { contextFor } from '#lib/http/context.ts'
import { aClient, aUser, grantToUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { baseUrl, testStart } from '#tests/support/settings.ts'
import { userToken } from './issued-tokens.ts'

const tested = await server()
const { store, fetch, clock } = tested
const user = await aUser(store)
await grantToUser(store, user, 'authserver:manage-account')
const client = await aClient(store)
const lifetimeSeconds = 300

const issue = async () => {
  const exp = testStart.getTime() / 1000 + lifetimeSeconds
  const scope = 'openid authserver:manage-account'
  return (await userToken(tested, { user, client, scope, claims: { exp } })).token
}

async function ask(path: string, token: string): Promise<[status: number, challenge: string]> {
  const response = await fetch(path, { headers: { authorization: `Bearer ${token}` } })
  return [response.status, response.headers.get('www-authenticate') ?? '']
}

/** A cached signature check must not hide that a token's other conditions no longer hold. */
describe.each(['/userinfo', '/api/v1/account/profile'])('%s', (path) => {
  const accepted = [200, '']
  const refused = [401, expect.stringContaining('error="invalid_token"')]

  it('refuses a token that it accepted before, once it has expired', async () => {
    const token = await issue()
    expect(await ask(path, token)).toEqual(accepted)
    clock.advance(lifetimeSeconds - 1)
    const inTime = await ask(path, token)
    clock.advance(1)
    const late = await ask(path, token)
    clock.set(testStart)
    expect(inTime).toEqual(accepted)
    expect(late).toEqual(refused)
  })

  it('refuses a token that it accepted before, once rotations removed its key', async () => {
    const ctx = await contextFor(new Request(baseUrl), 'test')
    const token = await issue()
    expect(await ask(path, token)).toEqual(accepted)
    await rotateKeys(ctx, 'the-admin')
    expect(await ask(path, token)).toEqual(accepted)
    await rotateKeys(ctx, 'the-admin')
    expect(await ask(path, token)).toEqual(refused)
  }, 60_000)
})
