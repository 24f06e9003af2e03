import { afterEach, describe, expect, test } from 'vitest'
import { fixture as accountFixture } from '#tests/api/account/fixture.ts'
import { apiClient, call } from '#tests/support/api.ts'
import { authorizePath } from '#tests/support/oauth.ts'
import { aClient, aUser, unique } from '#tests/support/people.ts'
import { visitor } from '#tests/support/visitor.ts'
import { fixture } from './fixture.ts'

const { app, ask, refusal } = await fixture()
const { signedIn, store } = await accountFixture()
const path = '/settings/sign-in'
const password = 'Notes-on-the-engine-1843'

const lists = (allowed: string[], blocked: string[] = []) =>
  app.changeSettings({
    selfRegistrationEnabled: true,
    registrationAllowedEmailDomains: allowed.join(' '),
    registrationBlockedEmailDomains: blocked.join(' '),
  })

afterEach(() => lists([]))

/** The error of the registration's form, or the page it leads to. */
async function registering(email: string): Promise<string | undefined> {
  const browser = visitor(app)
  await browser.visit(authorizePath(await aClient(store)))
  await browser.visit('/account/register')
  const { view } = await browser.submit({ email, password, passwordConfirmation: password })
  return view && 'error' in view ? view.error?.key : view?.page
}

const notAllowed = 'validator.email.domain_not_allowed'

describe('the domains of addresses that may register', () => {
  test('are stored in one form, each once; anything else is refused', async () => {
    const sent = [' Firma.Example ', '*.firma.example', 'müller.example', 'firma.example.']
    const { body } = await ask('PUT', path, { registrationAllowedEmailDomains: sent })
    const stored = ['firma.example', '*.firma.example', 'xn--mller-kva.example']
    expect(body.registrationAllowedEmailDomains).toEqual(stored)
    for (const domain of [
      '',
      'firma',
      '*',
      '*.',
      'a b.example',
      'x@y.example',
      'https://x.example',
    ])
      expect(await refusal('PUT', path, { registrationBlockedEmailDomains: [domain] })).toEqual([
        400,
        'VALIDATION_ERROR',
      ])
    const many = Array.from({ length: 201 }, (_, i) => `d${i}.example`)
    expect(await refusal('PUT', path, { registrationBlockedEmailDomains: many })).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
  })

  test.each<[string, string[], string[], boolean]>([
    ['any, without a list', [], [], true],
    ['the one that is named', ['firma.example'], [], true],
    ['in capitals', ['firma.example'], [], true],
    ['not one below it', ['other.example', '*.other.example'], [], false],
    ['not the one above a wildcard', ['*.firma.example'], [], false],
    ['not a blocked one, although it is allowed', ['firma.example'], ['firma.example'], false],
    ['any other than a blocked one', [], ['gesperrt.example'], true],
  ])('%s', async (_, allowed, blocked, isAllowed) => {
    await lists(allowed, blocked)
    const email = `${unique('x')}@FIRMA.example`
    expect(await registering(email)).toBe(isAllowed ? 'registered' : notAllowed)
  })

  test('a wildcard is for those below it', async () => {
    await lists(['*.firma.example'])
    expect(await registering(`${unique('x')}@a.b.firma.example`)).toBe('registered')
    expect(await registering(`${unique('x')}@evilfirma.example`)).toBe(notAllowed)
  })

  test('hold for a change of one’s own address, proven or not; administrators are free', async () => {
    await lists(['erlaubt.example'], ['gesperrt.example'])
    const one = await signedIn(await aUser(store))
    const change = (email: string) =>
      one.refusal('PUT', '/email', { currentPassword: one.user.password, email })
    for (const domain of ['gesperrt.example', 'SUB.erlaubt.example'])
      expect(await change(`${unique('y')}@${domain}`)).toEqual([400, notAllowed])
    expect(await change(`${unique('y')}@erlaubt.example`)).toEqual([200, ''])
    const email = `${unique('y')}@gesperrt.example`
    const administrator = await apiClient(app, ['manage-users'])
    const given = await call(administrator, 'PUT', `/users/${one.user.id}/email`, { email })
    expect(given.status).toBe(200)
  })
})
