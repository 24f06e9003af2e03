import { beforeAll, expect, test } from 'vitest'
import { redeem, refresh, requestToken, signIn } from '#tests/support/oauth.ts'
import { aClient, aPublicClient, aUser, type TestClient } from '#tests/support/people.ts'
import { server, type TestServer } from '#tests/support/server.ts'
import { entriesOf } from '#tests/support/visitor.ts'

let app: TestServer
beforeAll(async () => {
  app = await server({ ownDatabase: true })
})

const deniedScopes = ({ clientIdentifier }: TestClient) =>
  entriesOf(app, 'token_scope_denied', { clientIdentifier })

test('whoever knows a public client leaves no audit entry with a scope of blanks', async () => {
  const client = await aPublicClient(app.store, { resourceOwnerPasswordCredentialsEnabled: true })
  const refused = await refresh(app, client, 'made-up', { scope: ' ' })
  expect([refused.status, refused.body.error]).toEqual([400, 'invalid_scope'])
  const account = { username: 'nobody@example.org', password: 'made-up' }
  const typed = await requestToken(app, client, { grant_type: 'password', ...account, scope: ' ' })
  expect([typed.status, typed.body.error]).toEqual([400, 'invalid_scope'])
  expect(await deniedScopes(client)).toEqual([])
})

test('what a client asks for with its secret, or with a token of its own, has its entry', async () => {
  const confidential = await aClient(app.store)
  await refresh(app, confidential, 'made-up', { scope: ' ' })
  expect(await deniedScopes(confidential)).toHaveLength(1)

  const client = await aPublicClient(app.store)
  const signedIn = await signIn(app, client, await aUser(app.store))
  const tokens = await redeem(app, client, signedIn)
  const beyond = await refresh(app, client, tokens.body.refresh_token ?? '', { scope: 'email' })
  expect(beyond.body.error).toBe('invalid_scope')
  expect(await deniedScopes(client)).toHaveLength(1)
})
