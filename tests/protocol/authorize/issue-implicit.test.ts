import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, test } from 'vitest'
import { base64url, sha256 } from '#lib/base/crypto/hash.ts'
import { epochSeconds } from '#lib/base/time/clock.ts'
import { responseOf } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { entriesOf } from '#tests/support/visitor.ts'
import { begin, enter } from './fixture.ts'

const app = await server()
const { store } = app
const client = await aClient(store, { implicitGrantEnabled: true })
const nonce = 'n-0S6_WzA2Mj'

describe('the implicit flow', () => {
  test('gives both tokens in the fragment, in order, with at_hash and nonce', async () => {
    const user = await aUser(store)
    const { last } = await enter(app, client, user, {
      request: { response_type: 'id_token token', nonce, scope: 'openid email offline_access' },
    })
    expect(last.location?.search).toBe('')
    const response = responseOf(last) ?? {}
    expect(Object.keys(response)).toEqual([
      'access_token',
      'token_type',
      'expires_in',
      'id_token',
      'scope',
      'state',
    ])
    expect(response).toMatchObject({
      token_type: 'Bearer',
      expires_in: '300',
      scope: 'openid email',
      state: 'a-state',
    })
    const [session] = await sessionsOf(store, user.id)
    const accessToken = response.access_token ?? ''
    const access = decodeJwt(accessToken)
    expect(decodeProtectedHeader(accessToken).typ).toBe('at+jwt')
    expect(access).toMatchObject({
      sub: user.subject,
      sid: session?.sessionIdentifier,
      auth_time: epochSeconds(app.clock.now()),
      acr: 'urn:authserver:level1',
      amr: ['pwd'],
    })
    expect(decodeJwt(response.id_token ?? '')).toMatchObject({
      sub: user.subject,
      aud: client.clientIdentifier,
      nonce,
      sid: session?.sessionIdentifier,
      at_hash: base64url(sha256(accessToken).subarray(0, 16)),
    })
    const where = { grantIdentifier: String(access.grant_id) }
    expect(await app.runtime.database.prisma.grant.findUnique({ where })).toMatchObject({
      userId: user.id,
      clientId: client.id,
      sessionIdentifier: session?.sessionIdentifier,
    })
    expect(await entriesOf(app, 'token_issued_implicit_response', { userId: user.id })).toEqual([
      {
        userId: user.id,
        clientId: client.id,
        scope: 'openid email',
        responseType: 'id_token token',
        issueAccessToken: true,
        issueIdToken: true,
      },
    ])
  })

  test('for an ID token alone puts the claims of the scope into it', async () => {
    const user = await aUser(store)
    await app.changeSettings({ includeOpenIDConnectClaimsInIdToken: false })
    const { last } = await enter(app, client, user, {
      request: { response_type: 'id_token', nonce, scope: 'openid email', state: undefined },
    })
    await app.changeSettings({ includeOpenIDConnectClaimsInIdToken: true })
    const response = responseOf(last) ?? {}
    expect(Object.keys(response)).toEqual(['id_token', 'scope'])
    const claims = decodeJwt(response.id_token ?? '')
    expect(claims).toMatchObject({ email: user.email, email_verified: true })
    expect(claims).not.toHaveProperty('at_hash')
  })

  test('for an access token alone gives no ID token', async () => {
    const { last } = await enter(app, client, await aUser(store), {
      request: { response_type: 'token' },
    })
    expect(Object.keys(responseOf(last) ?? {})).toEqual([
      'access_token',
      'token_type',
      'expires_in',
      'scope',
      'state',
    ])
  })

  test('without openid ticked is plain OAuth, or nothing where only an ID token was wanted', async () => {
    const asking = await aClient(store, { implicitGrantEnabled: true, consentRequired: true })
    const approve = { consent1: 'on', btnSubmit: 'submit' }
    const both = await enter(app, asking, await aUser(store), {
      request: { response_type: 'id_token token', nonce, scope: 'openid email' },
    })
    expect(responseOf(await both.person.submit(approve))).toMatchObject({ scope: 'email' })
    const alone = await enter(app, asking, await aUser(store), {
      request: { response_type: 'id_token', nonce, scope: 'openid email' },
    })
    expect(responseOf(await alone.person.submit(approve))?.error).toBe('access_denied')
  })

  test('works silently', async () => {
    const user = await aUser(store)
    const request = { response_type: 'id_token token', nonce }
    const { person } = await enter(app, client, user, { request })
    const answer = responseOf(await begin(person, client, { ...request, prompt: 'none' }))
    expect(decodeJwt(answer?.id_token ?? '').sub).toBe(user.subject)
  })

  test('switched off meanwhile gives nothing', async () => {
    const closing = await aClient(store, { implicitGrantEnabled: true, consentRequired: true })
    const { person } = await enter(app, closing, await aUser(store), {
      request: { response_type: 'token' },
    })
    await store.clients.update(closing.id, { implicitGrantEnabled: false })
    const answer = await person.submit({ consent0: 'on', btnSubmit: 'submit' })
    expect(responseOf(answer)?.error).toBe('unauthorized_client')
  })
})
