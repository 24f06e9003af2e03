import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { responseOf } from '#tests/support/oauth.ts'
import { aClient, unique } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { encryptionKey } from '#tests/support/settings.ts'
import { errorOf, visitor } from '#tests/support/visitor.ts'
import { begin } from './authorize/fixture.ts'
import { anAddress, mailTo, withMail } from './self-service/fixture.ts'
import { aSecondProvider, press, register } from './upstream/fixture.ts'

const otherKey = 'c3'.repeat(32)

/** The server with the test's key, or restarted with another one. */
const start = (env: Record<string, string> = {}) =>
  server({ now: new Date(), env: { RATE_LIMITER_ENABLED: 'false', ...env } })

const app = await start()
const outbox = await withMail(app)
afterAll(() => outbox.close())
const second = await aSecondProvider()
afterAll(second.close)
const client = await aClient(app.store, { defaultAcrLevel: 'urn:authserver:level1' })

beforeEach(async () => {
  await start()
})

/** Keys after the change, and whether what was begun before it goes on. */
const changes: [title: string, env: Record<string, string>, goesOn: boolean][] = [
  ['while the former key is named', { ENCRYPTION_KEY_PREVIOUS: encryptionKey }, true],
  ['not after that', {}, false],
]

describe.each(changes)('after a change of the key, %s', (_, env, goesOn) => {
  test(`a mailed activation code works: ${goesOn}`, async () => {
    await app.changeSettings({
      selfRegistrationEnabled: true,
      selfRegistrationRequiresEmailVerification: true,
      smtpEnabled: true,
    })
    const email = anAddress()
    const person = visitor(app)
    await person.post('/account/register', { email })
    const mail = (await mailTo(outbox, email)).at(-1)
    const emailCode = /^[A-Z]{3}\d{3}$/m.exec(mail?.text ?? '')?.[0]
    await start({ ENCRYPTION_KEY: otherKey, ...env })
    const page = await person.post('/account/activate', { email, emailCode })
    expect([page.view?.page, errorOf(page)]).toEqual(
      goesOn ? ['activate', undefined] : ['check-email', 'card.check_email.wrong'],
    )
  })

  test(`a sign-in that waits at a provider comes back: ${goesOn}`, async () => {
    await app.changeSettings({ identityProvidersEnabled: true })
    await register(app, second)
    const sub = unique('person')
    second.person = { sub, email: `${sub}@second.example`, email_verified: true, given_name: 'Zoe' }
    const person = visitor(app)
    const away = await press(person, await begin(person, client))
    const back = await second.signIn(away.location ?? '')
    await start({ ENCRYPTION_KEY: otherKey, ...env })
    const last = await person.visit(back)
    expect(responseOf(last)?.code !== undefined).toBe(goesOn)
  })
})
