import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aSession } from '#tests/support/granted.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { testStart } from '#tests/support/settings.ts'
import { fixture, malformedIds, unknownIds } from '../fixture.ts'

const { ask, refusal, store, manager, granular, entriesOf, anAdministrator } = await fixture()

async function aConsent(owner?: { id: number }) {
  const user = owner ?? (await aUser(store))
  return store.consents.save(user.id, (await aClient(store)).id, 'openid', testStart)
}

describe('200', () => {
  test('withdraws it; no session ends', async () => {
    const user = await aUser(store)
    await aSession(store, user)
    const { id: consentId, clientId } = await aConsent(user)
    const entries = await entriesOf(async () => {
      const { body } = await ask('DELETE', `/user-consents/${consentId}`)
      expect(body).toEqual({ success: true })
    })
    expect(await store.consents.findById(consentId)).toBe(null)
    expect(await sessionsOf(store, user.id)).toHaveLength(1)
    const loggedInUser = manager.client.clientIdentifier
    expect(entries).toEqual([
      {
        event: 'deleted_user_consent',
        details: { userId: user.id, clientId, consentId, loggedInUser },
      },
    ])
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('DELETE', `/user-consents/${id}`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('403', () => {
  test('a granular scope and the consent of an administrator', async () => {
    const { id } = await aConsent(await anAdministrator())
    const answer = call(granular, 'DELETE', `/user-consents/${id}`)
    expect(await outcome(answer)).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
    expect(await store.consents.findById(id)).not.toBe(null)
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('DELETE', `/user-consents/${id}`)).toEqual([404, 'NOT_FOUND'])
  })

  test('for all but one of 20 who withdraw it at once', async () => {
    const { id } = await aConsent()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refusal('DELETE', `/user-consents/${id}`)),
    )
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    expect(answers.filter(([, code]) => code === 'NOT_FOUND')).toHaveLength(19)
  })
})
