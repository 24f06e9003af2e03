import { describe, expect, test } from 'vitest'
import type { Browser, Visit } from '#tests/support/browser.ts'
import { redeem, responseOf } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestClient, type TestUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { visitor } from '#tests/support/visitor.ts'
import {
  aUserWithOtp,
  begin,
  codeAt,
  credentials,
  interactionOf,
  onlySessionOf,
  reasonOf,
} from './fixture.ts'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
const client = await aClient(store, { pkceRequired: false })
const asking = await aClient(store, { consentRequired: true })
const optional = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_optional' })

type Fields = Readonly<Record<string, string>>

/** Submits a sign-in form once; the other browser still has the cookies from before. */
async function sentOnce(
  asked: TestClient,
  user: TestUser,
  request: Parameters<typeof begin>[2] = {},
  person = visitor(app),
): Promise<{ person: Browser; before: Browser; fields: Fields; first: Visit }> {
  const page = await begin(person, asked, request)
  const before = person.copy()
  const fields = { ceremonyId: interactionOf(page), ...credentials(user) }
  return { person, before, fields, first: await person.post('/auth/pwd', fields) }
}

const send = (browser: Browser, fields: Fields) => browser.post('/auth/pwd', fields)

describe('the sign-in form, sent twice', () => {
  test('the second answer leads on as well, in the session that the first one made', async () => {
    const user = await aUser(store)
    const withoutPkce = { code_challenge: undefined, code_challenge_method: undefined }
    const { before, fields, first } = await sentOnce(client, user, withoutPkce)
    const made = await onlySessionOf(app, user)
    app.clock.advance(1)
    const second = await send(before, fields)
    const [one, two] = [responseOf(first)?.code, responseOf(second)?.code]
    expect([one === undefined, two === undefined, one === two]).toEqual([false, false, false])
    expect((await onlySessionOf(app, user)).sessionIdentifier).toBe(made.sessionIdentifier)
    const { status } = await redeem(
      app,
      client,
      { code: two ?? '', verifier: '' },
      { code_verifier: undefined },
    )
    expect(status).toBe(200)
    // The browser with the second answer has the session.
    expect(responseOf(await begin(before, client))?.code).toBeDefined()
  })

  test.each([{ prompt: 'login' }, { max_age: '0' }, { response_mode: 'form_post' }])(
    'also where the request says %j',
    async (request) => {
      const user = await aUser(store)
      const { before, fields } = await sentOnce(client, user, request)
      const second = await send(before, fields)
      expect(reasonOf(second)).not.toBe('ceremony_mismatch')
      expect(await sessionsOf(store, user.id)).toHaveLength(1)
    },
  )

  test('where a page follows the second answer is that page, and it works', async () => {
    const user = await aUser(store)
    const { before, fields, first } = await sentOnce(asking, user)
    const second = await send(before, fields)
    expect([first.view?.page, second.view?.page]).toEqual(['consent', 'consent'])
    expect(interactionOf(second)).toBe(interactionOf(first))
    const answer = await before.submit({ consent0: 'on', btnSubmit: 'submit' })
    expect(responseOf(answer)?.code).toBeDefined()
  })

  test('a second factor is asked for as before', async () => {
    const user = await aUserWithOtp(app)
    const { before, fields } = await sentOnce(optional, user)
    const second = await send(before, fields)
    expect(second.view?.page).toBe('otp')
    const answer = await before.submit({ otp: codeAt(app, user.otpSecret) })
    expect(responseOf(answer)?.code).toBeDefined()
  })
})

describe('no other form goes on in it', () => {
  const refused = async (browser: Browser, fields: Fields) => {
    const answer = await send(browser, fields)
    return [answer.status, reasonOf(answer)]
  }
  const mismatch = [400, 'ceremony_mismatch']

  test.each([['wrong'], [''], ['x'.repeat(2_000)]])('with the password %j', async (password) => {
    const user = await aUser(store)
    const { before, fields } = await sentOnce(client, user)
    expect(await refused(before, { ...fields, password })).toEqual(mismatch)
    expect(await sessionsOf(store, user.id)).toHaveLength(1)
  })

  test('of another user, whose own password is right', async () => {
    const [user, other] = [await aUser(store), await aUser(store)]
    const { before, fields } = await sentOnce(client, user)
    expect(await refused(before, { ...fields, ...credentials(other) })).toEqual(mismatch)
    expect(await sessionsOf(store, other.id)).toEqual([])
  })

  test('of a browser that never had the cookie', async () => {
    const user = await aUser(store)
    const { fields } = await sentOnce(client, user)
    const stranger = visitor(app)
    await begin(stranger, client)
    expect(await refused(stranger, fields)).toEqual(mismatch)
    expect((await send(visitor(app), fields)).status).toBeGreaterThanOrEqual(300)
    expect(await sessionsOf(store, user.id)).toHaveLength(1)
  })

  test('a minute later', async () => {
    const user = await aUser(store)
    const { before, fields } = await sentOnce(client, user)
    app.clock.advance(61)
    expect(await refused(before, fields)).toEqual(mismatch)
  })

  test('after a second factor was proven: it is not lent to a password', async () => {
    const user = await aUserWithOtp(app)
    const { person, before, fields } = await sentOnce(optional, user)
    const done = await person.submit({ otp: codeAt(app, user.otpSecret) })
    expect(responseOf(done)?.code).toBeDefined()
    expect(await refused(before, fields)).toEqual(mismatch)
  })

  test('into a session that was there before the form', async () => {
    const user = await aUser(store)
    const { person } = await sentOnce(client, user)
    app.clock.advance(10)
    const { before, fields, first } = await sentOnce(client, user, { prompt: 'login' }, person)
    expect(responseOf(first)?.code).toBeDefined()
    // The old cookie holds the secret of the form before.
    expect(await refused(before, fields)).toEqual([400, 'finished'])
  })

  test('after the session ended, or the account was disabled', async () => {
    const user = await aUser(store)
    const { before, fields } = await sentOnce(client, user)
    const session = await onlySessionOf(app, user)
    await store.sessions.remove(session.id)
    expect(await refused(before, fields)).toEqual(mismatch)
    const disabled = await aUser(store)
    const sent = await sentOnce(client, disabled)
    await store.users.change(disabled.id, { enabled: false })
    expect(await refused(sent.before, sent.fields)).toEqual(mismatch)
  })
})
