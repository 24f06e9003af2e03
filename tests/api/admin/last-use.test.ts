import { expect, test } from 'vitest'
import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import { redeem, refresh, requestToken, signIn } from '#tests/support/oauth.ts'
import { aClient, aResource, aUser, grantToClient } from '#tests/support/people.ts'
import { fixture } from './fixture.ts'

const { app, ask, store, database } = await fixture()

interface Facts {
  readonly lastUsedAt: string | null
  readonly signIns7d: number
  readonly hasLogo: boolean
}

async function factsOf(clientIdentifier: string): Promise<Facts | undefined> {
  const query = new URLSearchParams({ identifiers: clientIdentifier, details: 'true' })
  const { body } = await ask<{ clients: Facts[] }>('GET', `/clients/search?${query}`)
  return body.clients[0]
}

async function lastSignInOf(email: string): Promise<unknown> {
  const query = new URLSearchParams({ query: email, details: 'true' })
  const { body } = await ask<{ users: { lastSignInAt: unknown }[] }>(
    'GET',
    `/users/search?${query}`,
  )
  return body.users[0]?.lastSignInAt
}

test('a sign-in and each use of its tokens are recorded, a refresh is no sign-in', async () => {
  const client = await aClient(store)
  const user = await aUser(store)
  expect(await factsOf(client.clientIdentifier)).toMatchObject({ lastUsedAt: null, signIns7d: 0 })
  expect(await lastSignInOf(user.email)).toBeNull()
  const updatedAt = (await store.users.findById(user.id))?.updatedAt

  const at = app.clock.now()
  const signedIn = await signIn(app, client, user)
  const { body } = await redeem(app, client, signedIn)
  expect(await lastSignInOf(user.email)).toBe(at.toISOString())
  const first = { lastUsedAt: at.toISOString(), signIns7d: 1, hasLogo: false }
  expect(await factsOf(client.clientIdentifier)).toMatchObject(first)
  expect((await store.users.findById(user.id))?.updatedAt).toEqual(updatedAt)

  app.clock.advance(120)
  await refresh(app, client, String(body.refresh_token))
  const later = app.clock.now().toISOString()
  expect(await factsOf(client.clientIdentifier)).toMatchObject({ lastUsedAt: later, signIns7d: 1 })
  expect(await lastSignInOf(user.email)).toBe(at.toISOString())

  const afterwards = await store.clients.factsAmong([client.id], addSeconds(at, 1))
  expect(afterwards(client.id).signIns).toBe(0)
})

test('a grant whose tokens expired stays for the seven days that are counted', async () => {
  const client = await aClient(store)
  await signIn(app, client, await aUser(store))
  const { expiresAt } = await database.grant.findFirstOrThrow({ where: { clientId: client.id } })
  expect(expiresAt >= addSeconds(app.clock.now(), 7 * daySeconds)).toBe(true)
})

test('within a minute the record is written once; machines sign nobody in', async () => {
  await aResource(store, 'depot', ['read'])
  const client = await aClient(store, { clientCredentialsEnabled: true })
  await grantToClient(store, client, 'depot:read')
  const ask = () => requestToken(app, client, { grant_type: 'client_credentials' })
  const at = app.clock.now()
  await ask()
  app.clock.advance(30)
  await ask()
  expect(await factsOf(client.clientIdentifier)).toMatchObject({
    lastUsedAt: at.toISOString(),
    signIns7d: 0,
  })
  app.clock.advance(31)
  await ask()
  expect(await factsOf(client.clientIdentifier)).toMatchObject({
    lastUsedAt: addSeconds(at, 61).toISOString(),
  })
})
