import { expect, test } from 'vitest'
import { consoleClientIdentifier } from '#lib/domain/permissions/built-in.ts'
import { aClient } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { administrator } from '#tests/support/settings.ts'
import { visitor } from '#tests/support/visitor.ts'
import { begin } from './fixture.ts'

const app = await server({ ownDatabase: true })
const { store } = app

/** The sign-in page at an application, or at the console. */
async function viewAt(client: 'application' | 'console') {
  const own = await store.clients.findByIdentifier(consoleClientIdentifier)
  if (!own) throw new Error('The console has no client.')
  const clientIdentifier = client === 'console' ? own.clientIdentifier : undefined
  const other = await aClient(store)
  const request = clientIdentifier
    ? { client_id: clientIdentifier, redirect_uri: own.redirectUris[0]?.uri }
    : {}
  const { view } = await begin(visitor(app), other, request)
  if (view?.page !== 'sign-in') throw new Error(`The page is ${view?.page}.`)
  return view
}

test('until the first administrator signs in, the console’s sign-in says where the password is', async () => {
  for (const source of ['generated', 'given']) {
    await app.changeSettings({ firstPassword: source })
    expect(await viewAt('console')).toMatchObject({ firstPassword: source })
  }
  expect(await viewAt('application')).not.toHaveProperty('firstPassword')
  const user = await store.users.findByEmail(administrator.email)
  await store.users.noteSignIn(user?.id ?? 0, app.clock.now())
  expect(await viewAt('console')).not.toHaveProperty('firstPassword')
})
