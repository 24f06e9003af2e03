import { expect, test } from 'vitest'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { begin, credentials, enter, interactionOf, reasonOf } from './fixture.ts'

const app = await server()
const { store } = app
const client = await aClient(store)
const asking = await aClient(store, { consentRequired: true })

test('at the consent step of a session no password is taken, until that session is over', async () => {
  const [ada, bob] = [await aUser(store), await aUser(store)]
  const { person } = await enter(app, client, ada)
  const consent = await begin(person, asking)
  expect(consent.view).toMatchObject({ page: 'consent', account: { email: ada.email } })
  const ceremonyId = interactionOf(consent)
  const before = await store.interactions.findByIdentifier(ceremonyId)
  for (const user of [bob, ada]) {
    const answer = await person.post('/auth/pwd', { ceremonyId, ...credentials(user) })
    expect([answer.status, reasonOf(answer)]).toEqual([400, 'state_mismatch'])
  }
  expect(await store.interactions.findByIdentifier(ceremonyId)).toEqual(before)
  const same = { ...consent.view, requestCopy: expect.any(String) }
  expect((await person.visit(consent.url)).view).toEqual(same)

  for (const { id } of await sessionsOf(store, ada.id)) await store.sessions.remove(id)
  const answer = await person.post('/auth/pwd', { ceremonyId, ...credentials(bob) })
  expect(answer.view).toMatchObject({ page: 'consent', account: { email: bob.email } })
})
