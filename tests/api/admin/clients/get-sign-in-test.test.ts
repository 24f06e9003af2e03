import { describe, expect, test } from 'vitest'
import { responseOf } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { visitor } from '#tests/support/visitor.ts'
import { malformedIds, unknownIds } from '../fixture.ts'
import { fixture } from './fixture.ts'

const { app, store, ask, refusal } = await fixture()
const { prisma: database } = app.runtime.database

const addressOf = async (client: { readonly id: number }) => {
  const { body } = await ask<{ address: string }>('GET', `/clients/${client.id}/sign-in-test`)
  return new URL(body.address)
}

/** Signs a user in at an address, from the request to the last page. */
async function follow(address: URL, user: Awaited<ReturnType<typeof aUser>>) {
  const person = visitor(app)
  await person.visit(`${address.pathname}${address.search}`)
  return person.submit({ email: user.email, password: user.password })
}

describe('200', () => {
  test('a request of the client as it would send it: PKCE, its own redirect URI, a fresh sign-in', async () => {
    const client = await aClient(store, { redirectUris: ['https://app.example/callback'] })
    const { pathname, searchParams } = await addressOf(client)
    expect(pathname).toBe('/auth/authorize')
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: client.clientIdentifier,
      redirect_uri: 'https://app.example/callback',
      response_type: 'code',
      code_challenge_method: 'S256',
      prompt: 'login',
      scope: 'openid profile email',
    })
  })

  test('ends on a page with the claims: no code, no grant, no answer to the client', async () => {
    const client = await aClient(store)
    const user = await aUser(store)
    const last = await follow(await addressOf(client), user)
    expect(last.status).toBe(200)
    expect(last.view).toMatchObject({
      page: 'tested',
      result: {
        kind: 'worked',
        account: { email: user.email },
        scopes: ['openid', 'profile', 'email'],
        claims: {
          idToken: { sub: user.subject, aud: client.clientIdentifier, amr: expect.anything() },
          accessToken: { sub: user.subject },
          userInfo: { email: user.email },
        },
      },
    })
    expect(await database.code.count({ where: { clientId: client.id } })).toBe(0)
    expect(await database.grant.count({ where: { clientId: client.id } })).toBe(0)
    expect(await database.clientUse.count({ where: { clientId: client.id } })).toBe(0)
    expect(await database.userSession.count({ where: { userId: user.id } })).toBe(1)
  })

  test('works for a client that must push its requests; its own requests are still refused', async () => {
    await app.changeSettings({ pushedAuthorizationRequestsEnabled: true })
    const client = await aClient(store, { pushedRequestsRequired: true })
    const address = await addressOf(client)
    const last = await follow(address, await aUser(store))
    expect(last.view).toMatchObject({ page: 'tested', result: { kind: 'worked' } })
    address.searchParams.set('state', 'own')
    const own = await visitor(app).visit(`${address.pathname}${address.search}`)
    expect(responseOf(own)).toMatchObject({ error: 'invalid_request', state: 'own' })
    await app.changeSettings({ pushedAuthorizationRequestsEnabled: false })
  })

  test('the mark of another client, or one that was altered, is an ordinary state', async () => {
    const [client, other] = [await aClient(store), await aClient(store)]
    const address = await addressOf(client)
    const state = address.searchParams.get('state') ?? ''
    for (const sent of [
      (await addressOf(other)).searchParams.get('state') ?? '',
      `${state.slice(0, -4)}AAAA`,
      'test.',
      'test.x',
    ]) {
      address.searchParams.set('state', sent)
      const last = await follow(address, await aUser(store))
      expect(responseOf(last)).toMatchObject({ state: sent, code: expect.any(String) })
    }
  })

  test('an error is shown, and not sent to the client', async () => {
    const client = await aClient(store)
    const address = await addressOf(client)
    address.searchParams.set('scope', 'openid authserver:manage')
    const last = await visitor(app).visit(`${address.pathname}${address.search}`)
    expect(last.view).toMatchObject({
      page: 'tested',
      result: { kind: 'refused', error: 'invalid_scope' },
    })
  })
})

describe('400', () => {
  test('a client without the code flow, and one without a redirect URI', async () => {
    const machine = await aClient(store, { authorizationCodeEnabled: false })
    const addressless = await aClient(store, { redirectUris: [] })
    for (const { id } of [machine, addressless]) {
      expect(await refusal('GET', `/clients/${id}/sign-in-test`)).toEqual([400, 'VALIDATION_ERROR'])
    }
  })

  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/clients/${id}/sign-in-test`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/clients/${id}/sign-in-test`)).toEqual([404, 'NOT_FOUND'])
  })
})
