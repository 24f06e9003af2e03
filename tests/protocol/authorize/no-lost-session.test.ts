import { expect, test } from 'vitest'
import type { Visit } from '#tests/support/browser.ts'
import { approval } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { fieldList, server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { entriesOf, visitor } from '#tests/support/visitor.ts'
import { begin, enter, interactionOf, reasonOf } from './fixture.ts'

const app = await server()
const { store } = app
const asking = await aClient(store, { consentRequired: true })
const silent = await aClient(store)

/** The audit entries about a session that ended while its consent page was open. */
const entries = () => entriesOf(app, 'issuance_refused_session_invalid', { clientId: asking.id })

const ceremonyIdOf = ({ view }: Visit) => (view?.page === 'consent' ? view.ceremonyId : '')

test('who declines once the session has ended has lost nothing, and the log says nothing', async () => {
  const user = await aUser(store)
  const { person } = await enter(app, silent, user)
  const page = await begin(person, asking)
  for (const { id } of await sessionsOf(store, user.id)) await store.sessions.remove(id)
  for (const fields of [{ btnCancel: 'cancel' }, { consent0: 'on' }]) {
    const answer = await person.post('/auth/consent', { ceremonyId: ceremonyIdOf(page), ...fields })
    expect(reasonOf(answer)).toBe('sign-in')
  }
  expect(await entries()).toEqual([])
})

test('an approval that stood on a password in place of a session tells of no lost session', async () => {
  const user = await aUser(store)
  const { person, last } = await enter(app, asking, user)
  await store.users.advanceAuthState(user.id)
  const fields = [['ceremonyId', ceremonyIdOf(last)], ...fieldList(approval(last))] as const
  expect(reasonOf(await person.post('/auth/consent', fields))).toBe('sign-in')
  expect(await entries()).toEqual([])
})

test('an approval of nobody, who has yet to sign in, tells of no lost session', async () => {
  const person = visitor(app)
  const ceremonyId = interactionOf(await begin(person, asking)) ?? ''
  const answer = await person.post('/auth/consent', { ceremonyId, btnSubmit: 'submit' })
  expect(reasonOf(answer)).toBe('sign-in')
  expect(await entries()).toEqual([])
})
