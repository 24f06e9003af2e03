import { describe, expect, test } from 'vitest'
import { call } from '#tests/support/api.ts'
import { aUser } from '#tests/support/people.ts'
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
})
