import { expect, test } from 'vitest'
import type { Authenticator } from '#tests/support/authenticator.ts'
import { pkcePair, readJwt, redeem, responseOf } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { visitor } from '#tests/support/visitor.ts'
import { aUserWithOtp, begin, codeAt, credentials } from './fixture.ts'
import { answerByPasskey, aPasskey } from './passkey-fixture.ts'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
await app.changeSettings({ passkeysEnabled: true, passkeyOfferEnabled: true })
const client = await aClient(store)
const offering = await aClient(store, { defaultAcrLevel: 'urn:authserver:level1' })

interface Person {
  readonly user: TestUser
  readonly key?: Authenticator
  readonly otpSecret?: string
}

/** By the second factor: none, a passkey that no password asks for, one that it asks for, and an app. */
const people: Readonly<Record<string, () => Promise<Person>>> = {
  none: async () => ({ user: await aUser(store) }),
  available: async () => withPasskey(await aUser(store), false),
  required: async () => withPasskey(await aUser(store), true),
  app: async () => {
    const user = await aUserWithOtp(app)
    return { user, otpSecret: user.otpSecret }
  },
}

async function withPasskey(user: TestUser, ask: boolean): Promise<Person> {
  return { user, key: await aPasskey(app, offering, user, { ask }) }
}

/** First factor, level that is asked for, second factor of the user: page in between, level reached, methods. */
const rows = [
  ['password', 'level1', 'none', null, 'level1', 'pwd'],
  ['password', 'level1', 'available', null, 'level1', 'pwd'],
  ['password', 'level1', 'required', null, 'level1', 'pwd'],
  ['password', 'level1', 'app', null, 'level1', 'pwd'],
  ['password', 'level2_optional', 'none', null, 'level2_optional', 'pwd'],
  ['password', 'level2_optional', 'available', null, 'level2_optional', 'pwd'],
  ['password', 'level2_optional', 'required', 'passkey', 'level2_optional', 'pwd pop user mfa'],
  ['password', 'level2_optional', 'app', 'otp', 'level2_optional', 'pwd otp'],
  ['password', 'level2_mandatory', 'none', 'otp-enrollment', null, ''],
  ['password', 'level2_mandatory', 'available', 'passkey', 'level2_mandatory', 'pwd pop user mfa'],
  ['password', 'level2_mandatory', 'required', 'passkey', 'level2_mandatory', 'pwd pop user mfa'],
  ['password', 'level2_mandatory', 'app', 'otp', 'level2_mandatory', 'pwd otp'],
  ['passkey', 'level1', 'available', null, 'level2_mandatory', 'pop user mfa'],
  ['passkey', 'level1', 'required', null, 'level2_mandatory', 'pop user mfa'],
  ['passkey', 'level2_optional', 'available', null, 'level2_mandatory', 'pop user mfa'],
  ['passkey', 'level2_optional', 'required', null, 'level2_mandatory', 'pop user mfa'],
  ['passkey', 'level2_mandatory', 'available', null, 'level2_mandatory', 'pop user mfa'],
  ['passkey', 'level2_mandatory', 'required', null, 'level2_mandatory', 'pop user mfa'],
] as const

test.each(rows)('a %s at %s, second factor %s: page %s, then %s by %s', async (...row) => {
  const [first, target, kind, page, level, methods] = row
  const person = await people[kind]?.()
  if (!person) throw new Error('Nobody.')
  app.clock.advance(60)
  const { user, key, otpSecret } = person
  const browser = visitor(app)
  const acr_values = `urn:authserver:${target}`
  const { verifier, challenge } = pkcePair()
  const start = await begin(browser, client, { acr_values, code_challenge: challenge })
  let last =
    first === 'passkey' && key
      ? await answerByPasskey(browser, start, key)
      : await browser.submit(credentials(user))
  expect(last.view?.page ?? null).toBe(page)
  if (last.view?.page === 'passkey' && key) last = await answerByPasskey(browser, last, key)
  if (last.view?.page === 'otp') {
    last = await browser.submit({ otp: codeAt(app, otpSecret ?? '') })
  }
  const code = responseOf(last)?.code
  expect(code !== undefined).toBe(level !== null)
  if (!code) return
  const { body } = await redeem(app, client, { code, verifier })
  expect(readJwt(body.id_token ?? '').payload).toMatchObject({
    acr: `urn:authserver:${level}`,
    amr: methods.split(' '),
  })
})
