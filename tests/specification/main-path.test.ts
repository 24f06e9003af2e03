import { describe, expect, test } from 'vitest'
import { browser } from '#tests/support/browser.ts'
import { authorizePath, readJwt, redeem, refresh, signIn } from '#tests/support/oauth.ts'
import { aClient, aPublicClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'

const app = await server()

describe('the whole way, in this process', () => {
  test('from the authorization request to tokens and on to a refresh', async () => {
    const user = await aUser(app.store)
    const client = await aClient(app.store)
    const signedIn = await signIn(app, client, user, {
      request: { scope: 'openid email offline_access', nonce: 'a-nonce' },
    })
    expect(signedIn.response.state).toBe('a-state')
    const tokens = await redeem(app, client, signedIn)
    expect(tokens.body).toMatchObject({ token_type: 'Bearer' })
    expect(readJwt(tokens.body.id_token ?? '').payload).toMatchObject({
      sub: user.subject,
      aud: client.clientIdentifier,
      nonce: 'a-nonce',
    })
    const refreshed = await refresh(app, client, tokens.body.refresh_token ?? '')
    expect(refreshed.status).toBe(200)
  })

  test('a second client in the same browser asks for no password', async () => {
    const user = await aUser(app.store)
    const { browser: person } = await signIn(app, await aClient(app.store), user)
    const other = await aPublicClient(app.store)
    const { code, verifier } = await signIn(app, other, user, { browser: person })
    expect((await redeem(app, other, { code, verifier })).status).toBe(200)
  })

  test('a wrong password stays on the page and says so', async () => {
    const user = await aUser(app.store)
    const person = browser(app)
    await person.visit(authorizePath(await aClient(app.store, { pkceRequired: false })))
    const again = await person.submit({ email: user.email, password: 'wrong' })
    expect(again.status).toBe(200)
    expect(again.view).toMatchObject({ page: 'sign-in', email: user.email })
    expect(again.view && 'error' in again.view ? again.view.error : undefined).toBeDefined()
  })

  test('the clock is the test’s: a code dies when it advances', async () => {
    const user = await aUser(app.store)
    const client = await aClient(app.store)
    const signedIn = await signIn(app, client, user)
    app.clock.advance(3600)
    expect((await redeem(app, client, signedIn)).body.error).toBe('invalid_grant')
  })
})
