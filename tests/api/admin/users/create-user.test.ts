import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { verifyPassword } from '#lib/domain/passwords/password.ts'
import { call } from '#tests/support/api.ts'
import { type Outbox, openOutbox } from '#tests/support/outbox.ts'
import { aUser } from '#tests/support/people.ts'
import { brokenBodies } from '../fixture.ts'
import { fixture, type UserAnswer } from './fixture.ts'

const { app, ask, refusal, store, manager, granular, entriesOf } = await fixture()

let count = 0
const body = (changes: Record<string, unknown> = {}) => ({
  email: `new${count++}@people.example`,
  givenName: 'Grace',
  familyName: 'Hopper',
  password: 'Rear-admiral-1906',
  ...changes,
})
const create = (changes?: Record<string, unknown>) =>
  ask<UserAnswer>('POST', '/users/create', body(changes))
const refused = (changes?: Record<string, unknown>) =>
  refusal('POST', '/users/create', body(changes))

describe('201', () => {
  test('an enabled user with a password who may manage the own account', async () => {
    const entries = await entriesOf(async () => {
      const { status, body: answer } = await create({
        email: ' Grace@Navy.Example ',
        emailVerified: true,
        middleName: " Brewster O'Neil ",
        setPasswordType: 'now',
      })
      expect(status).toBe(201)
      expect(answer.user).toMatchObject({
        email: 'grace@navy.example',
        emailVerified: true,
        enabled: true,
        username: '',
        locale: '',
        givenName: 'Grace',
        middleName: "Brewster O'Neil",
        subject: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/),
      })
      expect(answer.user).not.toHaveProperty('groups')
    })
    const user = await store.users.findByEmail('grace@navy.example')
    expect(await verifyPassword(user?.passwordHash ?? '', 'Rear-admiral-1906')).toBe('right')
    const held = await store.permissions.heldByUser(user?.id ?? 0)
    expect(held.map((permission) => permission.permissionIdentifier)).toEqual(['manage-account'])
    expect(entries).toEqual([
      {
        event: 'created_user',
        details: {
          email: 'grace@navy.example',
          userId: user?.id,
          loggedInUser: manager.client.clientIdentifier,
        },
      },
    ])
  })

  test('with a granular scope; only the address and the password are needed', async () => {
    const sent = { email: 'alone@people.example', password: 'Rear-admiral-1906' }
    const { status, body: answer } = await call<UserAnswer>(granular, 'POST', '/users/create', sent)
    expect([status, answer.user.givenName, answer.user.emailVerified]).toEqual([201, '', false])
  })

  test('a password that is no secret, where the policy asks for nothing', async () => {
    await app.changeSettings({ passwordPolicy: 'none' })
    expect((await create({ password: ' ' })).status).toBe(201)
    await app.changeSettings({ passwordPolicy: 'low' })
  })

  test('names of other scripts', async () => {
    for (const givenName of ['李明', 'Zoë', 'Мария', 'अनिल', 'Jean-Luc']) {
      expect((await create({ givenName })).body.user.givenName).toBe(givenName)
    }
  })
})

describe('201, with a link to set the password', () => {
  let outbox: Outbox

  beforeAll(async () => {
    outbox = await openOutbox()
    await app.changeSettings({
      smtpEnabled: true,
      smtpHost: outbox.host,
      smtpPort: outbox.port,
      smtpFromName: 'Harbour',
      smtpFromEmail: 'harbour@people.example',
    })
  })
  beforeEach(() => outbox.refuseWith(null))
  afterAll(async () => {
    await app.changeSettings({ smtpEnabled: false })
    await outbox.close()
  })

  test('the user cannot sign in before; the link’s code is stored as a hash only', async () => {
    const { status, body: answer } = await create({ setPasswordType: 'email', password: 'ignored' })
    expect(status).toBe(201)
    const message = await outbox.next()
    expect(message.to).toEqual([answer.user.email])
    const code = /\/reset-password\?code=([A-Za-z0-9_-]+)/.exec(message.text)?.[1] ?? ''
    expect(code).toHaveLength(32)
    expect(await store.users.findById(answer.user.id)).toMatchObject({
      passwordHash: '',
      forgotPasswordCodeHash: sha256Hex(code),
      forgotPasswordCodeIssuedAt: app.clock.now(),
    })
  })

  test('a message that cannot be sent: 500, the user stays', async () => {
    outbox.refuseWith('no such mailbox')
    const sent = body({ setPasswordType: 'email' })
    expect(await refusal('POST', '/users/create', sent)).toEqual([500, 'INTERNAL_SERVER_ERROR'])
    expect(await store.users.findByEmail(sent.email)).not.toBe(null)
  })
})

describe('400', () => {
  test.each(brokenBodies)('the body %j', async (text) => {
    expect(await refusal('POST', '/users/create', text)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each([
    [{ email: '' }, 'VALIDATION_ERROR'],
    [{ email: '   ' }, 'VALIDATION_ERROR'],
    [{ email: undefined }, 'VALIDATION_ERROR'],
    [{ email: 'ada' }, 'validator.email.invalid_format'],
    [{ email: 'a..b@x.example' }, 'validator.email.invalid_format'],
    [{ email: '.a@x.example' }, 'validator.email.invalid_format'],
    [{ email: 'a.@x.example' }, 'validator.email.invalid_format'],
    [{ email: 'a@x.e' }, 'validator.email.invalid_format'],
    [{ email: 'a b@x.example' }, 'validator.email.invalid_format'],
    [{ email: 'ä@x.example' }, 'validator.email.invalid_format'],
    [{ email: `${'a'.repeat(50)}@x.example` }, null],
    [{ email: `${'a'.repeat(51)}@x.example` }, 'EMAIL_TOO_LONG'],
    [{ givenName: 'a'.repeat(65) }, 'validator.profile.given_name_invalid'],
    [{ givenName: 'A\tB' }, 'validator.profile.given_name_invalid'],
    [{ givenName: '\u200d' }, 'validator.profile.given_name_invalid'],
    [{ middleName: '<b>' }, 'validator.profile.middle_name_invalid'],
    [{ familyName: 'x\u2028y' }, 'validator.profile.family_name_invalid'],
    [{ setPasswordType: 'later' }, 'VALIDATION_ERROR'],
    [{ setPasswordType: 'email' }, 'SMTP_NOT_ENABLED'],
    [{ password: '' }, 'VALIDATION_ERROR'],
    [{ password: undefined }, 'VALIDATION_ERROR'],
    [{ password: 'short' }, 'validator.password.too_short'],
    [{ password: 'x'.repeat(129) }, 'validator.password.too_long'],
    [{ password: 'password123' }, 'validator.password.too_common'],
    [
      { email: 'clara.barton@x.example', password: 'Clara.Barton1' },
      'validator.password.too_common',
    ],
    [{ email: 5 }, 'INVALID_REQUEST_BODY'],
    [{ emailVerified: 'true' }, 'INVALID_REQUEST_BODY'],
    [{ givenName: 'A\0B' }, 'INVALID_REQUEST_BODY'],
  ])('%o → %s', async (changes, code) => {
    expect(await refused(changes)).toEqual(code === null ? [201, ''] : [400, code])
  })

  test('the first of several mistakes is told', async () => {
    const all = { email: 'x', givenName: '<', setPasswordType: 'x', password: '' }
    expect(await refused(all)).toEqual([400, 'validator.email.invalid_format'])
    expect(await refused({ ...all, email: 'fine@people.example' })).toEqual([
      400,
      'validator.profile.given_name_invalid',
    ])
  })

  test('in the caller’s language', async () => {
    const answer = await app.fetch('/api/v1/admin/users/create', {
      method: 'POST',
      headers: { authorization: `Bearer ${manager.value}`, 'accept-language': 'de' },
      body: JSON.stringify(body({ password: 'short' })),
    })
    expect(await answer.json()).toMatchObject({
      error_description: expect.stringMatching(/8 Zeichen/),
    })
  })
})

describe('409', () => {
  test('an address that somebody has, before the names are looked at', async () => {
    const { email } = await aUser(store)
    expect(await refused({ email: email.toUpperCase(), givenName: '1' })).toEqual([
      409,
      'EMAIL_ALREADY_EXISTS',
    ])
  })

  test('50 at once with one address: one user', async () => {
    const sent = body()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => refusal('POST', '/users/create', sent)),
    )
    expect(answers.filter(([status]) => status === 201)).toHaveLength(1)
    expect(answers.filter(([, code]) => code === 'EMAIL_ALREADY_EXISTS')).toHaveLength(49)
  })
})
