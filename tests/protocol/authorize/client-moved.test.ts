import { describe, expect, test, vi } from 'vitest'
import { adminTransaction } from '#lib/context.ts'
import { deleteClient } from '#lib/domain/clients/clients.ts'
import type { Repositories } from '#lib/persistence/store.ts'
import { testContext } from '#tests/support/context.ts'
import { testProvider } from '#tests/support/databases.ts'
import { aSession } from '#tests/support/granted.ts'
import { responseOf } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestClient } from '#tests/support/people.ts'
import { withReplaced } from '#tests/support/replaced-functions.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { entriesOf, visitor } from '#tests/support/visitor.ts'
import { begin, interactionOf, reasonOf } from './fixture.ts'

/*
 * A client that is deleted or disabled during its request is answered as if that had happened before, and
 * nothing is stored.
 */

const app = await server()
const { ctx } = await testContext()
const { store } = app
const { prisma: database } = app.runtime.database

type Change = (client: TestClient) => Promise<unknown>

const remove: Change = (client) => adminTransaction(ctx, (tx) => deleteClient(tx, client, ''))
const disable: Change = ({ id }) => store.clients.update(id, { enabled: false })

/** A browser with a signed-in user, and a client that may use every flow. */
async function fixture() {
  const client = await aClient(store, { implicitGrantEnabled: true })
  const user = await aUser(store)
  const now = app.clock.now()
  const session = await aSession(store, user, [], { started: now, lastAccessed: now })
  const person = visitor(app)
  person.cookies.set('authserver-session', session.cookie)
  return { client, user, person }
}

const { transaction: open } = store

/** Runs work after everything is decided, right before it is stored. */
function beforeItIsStored(happens: () => Promise<unknown>): void {
  vi.spyOn(store, 'transaction').mockImplementationOnce(async (work) => {
    await happens()
    return open(work)
  })
}

const grantsOf = (userId: number) => database.grant.count({ where: { userId } })

describe.each<[string, Record<string, string>]>([
  ['token', { response_type: 'token' }],
  ['id_token', { response_type: 'id_token', nonce: 'n' }],
  ['code', {}],
])('a request for %s', (_, kind) => {
  test.each([
    ['deleted', remove, 'client_not_found'],
    ['disabled', disable, 'client_disabled'],
  ] as const)('whose client is %s meanwhile gets a page', async (_what, change, reason) => {
    for (const prompt of ['none', undefined]) {
      const { client, user, person } = await fixture()
      beforeItIsStored(() => change(client))
      const answer = await begin(person, client, { ...kind, prompt })
      expect([answer.status, reasonOf(answer)]).toEqual([400, reason])
      expect(await grantsOf(user.id)).toBe(0)
    }
  })
})

test('a sign-in that begins when its client is deleted is answered as for an unknown client', async () => {
  const client = await aClient(store)
  const { insert } = store.interactions
  vi.spyOn(store.interactions, 'insert').mockImplementationOnce(async (interaction) => {
    await remove(client)
    return insert(interaction)
  })
  const answer = await begin(visitor(app), client)
  expect([answer.status, reasonOf(answer)]).toEqual([400, 'client_not_found'])
})

test('a sign-in whose client is disabled with its last form ends without telling the client', async () => {
  const client = await aClient(store)
  const user = await aUser(store)
  const person = visitor(app)
  await begin(person, client)
  beforeItIsStored(() => disable(client))
  const answer = await person.submit({ email: user.email, password: user.password })
  expect([answer.status, reasonOf(answer)]).toEqual([200, 'redirect-withheld'])
  expect(await grantsOf(user.id)).toBe(0)
  // The password was still right.
  expect(await entriesOf(app, 'auth_success_pwd', { userId: user.id })).toHaveLength(1)
})

test('a password is stored with the code that it earns, or not at all', async () => {
  const client = await aClient(store)
  const user = await aUser(store)
  const person = visitor(app)
  const page = await begin(person, client)
  const identifier = interactionOf(page)
  const failing = (inner: Repositories): Repositories =>
    withReplaced(inner, {
      codes: { insert: () => Promise.reject(new Error('The disk is full.')) },
    })
  vi.spyOn(store, 'transaction').mockImplementationOnce((work) =>
    open((inner) => work(failing(inner))),
  )
  const fields = { email: user.email, password: user.password }
  expect((await person.submit(fields)).status).toBe(500)
  const untouched = { passwordVerifiedAt: null, userId: null, completedAt: null }
  expect(await store.interactions.findByIdentifier(identifier)).toMatchObject(untouched)
  expect(await entriesOf(app, 'auth_success_pwd', { userId: user.id })).toEqual([])
  expect(await sessionsOf(store, user.id)).toEqual([])
  await person.visit(page.url)
  expect(responseOf(await person.submit(fields))?.code).toHaveLength(128)
})

/** SQLite has one writer at a time, so no client is deleted during a write. */
if (testProvider() === 'postgresql')
  test('a client that is deleted after it was looked at for the last time is unknown all the same', async () => {
    const { client, user, person } = await fixture()
    const looking = (inner: Repositories): Repositories =>
      withReplaced(inner, {
        clients: {
          async findRecordById(id) {
            const found = await inner.clients.findRecordById(id)
            await remove(client)
            return found
          },
        },
      })
    vi.spyOn(store, 'transaction').mockImplementationOnce((work) =>
      open((inner) => work(looking(inner))),
    )
    const answer = await begin(person, client, { response_type: 'token', prompt: 'none' })
    expect([answer.status, reasonOf(answer)]).toEqual([400, 'client_not_found'])
    expect(await grantsOf(user.id)).toBe(0)
  })
