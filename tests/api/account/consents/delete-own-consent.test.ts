import { describe, expect, test } from 'vitest'
import { call } from '#tests/support/api.ts'
import { redeem, refresh, signIn } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'
import { fixture, malformedOwnIds, unknownOwnIds } from '../fixture.ts'

const { app, store, person, entriesOf } = await fixture()

async function aConsent(user: { id: number }) {
  return store.consents.save(user.id, (await aClient(store)).id, 'openid', testStart)
}

describe('200', () => {
  test('withdraws it; no session ends', async () => {
    const { user, ask } = await person()
    const { id: consentId, clientId } = await aConsent(user)
    const entries = await entriesOf(async () => {
      expect((await ask('DELETE', `/consents/${consentId}`)).body).toEqual({ success: true })
    })
    expect(await store.consents.findById(consentId)).toBe(null)
    expect((await ask('GET', '/profile')).status).toBe(200)
    const details = { userId: user.id, clientId, consentId, loggedInUser: user.subject }
    expect(entries).toEqual([{ event: 'deleted_own_user_consent', details }])
  })

  test('the client’s next refresh that needs it fails', async () => {
    const { user } = await person()
    const client = await aClient(store)
    const scope = 'openid authserver:manage-account'
    const signedIn = await signIn(app, client, user, { request: { scope } })
    const { body } = await redeem(app, client, signedIn)
    const consent = await store.consents.find(user.id, client.id)
    const token = { server: app, value: body.access_token ?? '' }
    const path = `/api/v1/account/consents/${consent?.id}`
    expect((await call(token, 'DELETE', path)).status).toBe(200)
    const refreshed = await refresh(app, client, body.refresh_token ?? '')
    expect([refreshed.status, refreshed.body.error]).toEqual([400, 'invalid_grant'])
  })
})

describe('400', () => {
  test.each(malformedOwnIds)('the id %s', async (id) => {
    const { refusal } = await person()
    expect(await refusal('DELETE', `/consents/${id}`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('403', () => {
  test('the consent of somebody else', async () => {
    const { refusal } = await person()
    const { id } = await aConsent(await aUser(store))
    expect(await refusal('DELETE', `/consents/${id}`)).toEqual([403, 'FORBIDDEN'])
    expect(await store.consents.findById(id)).not.toBe(null)
  })
})

describe('404', () => {
  test.each(unknownOwnIds)('the id %s', async (id) => {
    const { refusal } = await person()
    expect(await refusal('DELETE', `/consents/${id}`)).toEqual([404, 'NOT_FOUND'])
  })

  test('for all but one of 20 who withdraw it at once', async () => {
    const { user, refusal } = await person()
    const { id } = await aConsent(user)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refusal('DELETE', `/consents/${id}`)),
    )
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
  })
})
