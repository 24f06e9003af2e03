import { describe, expect, test } from 'vitest'
import { call } from '#tests/support/api.ts'
import { aUser } from '#tests/support/people.ts'
import { aProvider } from '#tests/support/providers.ts'
import { aStoredPasskey } from '#tests/support/stored-passkey.ts'
import { fixture } from './fixture.ts'

const { app, store, reader } = await fixture()
const read = async () => (await call<object>(reader, 'GET', '/settings/sign-in')).body

describe('200', () => {
  test('every field, off as after an upgrade', async () => {
    expect(await read()).toEqual({
      passkeysEnabled: false,
      passkeyOfferEnabled: false,
      passkeyRelyingPartyId: '',
      recoveryCodesEnabled: false,
      rememberBrowserDays: 0,
      newSignInNoticeEnabled: false,
      identityProvidersEnabled: false,
      registrationAllowedEmailDomains: [],
      registrationBlockedEmailDomains: [],
      registrationTrapFieldEnabled: false,
      breachedPasswordCheck: 'off',
      breachedPasswordService: 'https://api.pwnedpasswords.com',
      accountChooserEnabled: false,
      signInPage: 'combined',
      inactiveFeatures: [],
      passkeys: 0,
      passkeysOfOtherDomains: 0,
      usersWithoutPassword: { passkey: 0, identityProvider: 0, both: 0 },
      originsOutside: [],
    })
  })

  test('how many passkeys there are, and how many work no more at the domain in use', async () => {
    const { id } = await aUser(store)
    await aStoredPasskey(store, id)
    await aStoredPasskey(store, id, { relyingPartyId: 'login.example' })
    expect(await read()).toMatchObject({ passkeys: 2, passkeysOfOtherDomains: 1 })
    await app.changeSettings({ newSignInNoticeEnabled: true, smtpEnabled: false })
    expect(await read()).toMatchObject({
      inactiveFeatures: [{ feature: 'newSignInNotice', reason: 'smtp_off' }],
    })
  })
  test('how many people have no password, by what they can sign in with instead', async () => {
    const [on, off] = [await aProvider(store), await aProvider(store, { enabled: false })]
    const person = async (
      ways: { passkeyAt?: string; links?: readonly number[] },
      change: Parameters<typeof store.users.change>[1] = { passwordHash: '' },
    ) => {
      const { id } = await aUser(store)
      await store.users.change(id, change)
      const { passkeyAt: relyingPartyId, links = [] } = ways
      if (relyingPartyId) await aStoredPasskey(store, id, { relyingPartyId })
      for (const providerId of links) {
        await store.userIdentities.insert({
          createdAt: app.clock.now(),
          userId: id,
          providerId,
          issuer: 'https://id.example',
          subject: `subject-of-${id}`,
        })
      }
    }
    const here = 'localhost'
    const every = { passkeyAt: here, links: [on.id] }
    await person({ passkeyAt: here })
    await person({ passkeyAt: here, links: [off.id] })
    await person({ links: [on.id, off.id] })
    await person({ passkeyAt: 'login.example', links: [on.id] })
    await person({ links: [on.id] })
    await person(every)
    await person({ passkeyAt: 'login.example', links: [off.id] })
    await person({})
    await person(every, { passwordHash: '', enabled: false })
    await person(every, {})
    expect(await read()).toMatchObject({
      usersWithoutPassword: { passkey: 2, identityProvider: 3, both: 1 },
    })
  })
})
