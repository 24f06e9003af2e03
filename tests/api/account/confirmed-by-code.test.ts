import { describe, expect, test } from 'vitest'
import { addSeconds } from '#lib/base/time/clock.ts'
import { adminTransaction } from '#lib/context.ts'
import { changeOwnEmail } from '#lib/domain/email/email-change.ts'
import { disableOtp } from '#lib/domain/users/users.ts'
import { aUserWithOtp, codeAt } from '#tests/protocol/authorize/fixture.ts'
import { testContext } from '#tests/support/context.ts'
import { auditDetails } from '#tests/support/granted.ts'
import { approval, authorizePath, pkcePair, redeem, requestToken } from '#tests/support/oauth.ts'
import { aClient, grantToUser, unique } from '#tests/support/people.ts'
import { rejectionOf } from '#tests/support/refusals.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { visitor } from '#tests/support/visitor.ts'
import { fixture } from './fixture.ts'

const { app, store, database, as } = await fixture()

type Owner = Awaited<ReturnType<typeof aUserWithOtp>>

/** Origin of the token. A token from a sign-in with a second factor needs no further code. */
type Way = 'password' | 'code' | 'offline' | 'older' | 'password grant'

async function anOwner() {
  const user = await aUserWithOtp(app)
  await grantToUser(store, user, 'authserver:manage-account')
  return user
}

/**
 * Signs in with a password and, at level 2, the previous time step's code, so that the current code stays
 * unused.
 */
async function signedInBy(user: Owner, way: Exclude<Way, 'password grant'>) {
  const atLevel2 = way === 'code' || way === 'offline' || way === 'older'
  const defaultAcrLevel = `urn:authserver:${atLevel2 ? 'level2_optional' : 'level1'}`
  const client = await aClient(store, { defaultAcrLevel, administrativeScopesAllowed: true })
  const { verifier, challenge } = pkcePair()
  const person = visitor(app)
  const scope = `openid authserver:manage-account${way === 'offline' ? ' offline_access' : ''}`
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
  let last = await person.visit(authorizePath(client, { ...pkce, scope }))
  last = await person.submit({ email: user.email, password: user.password })
  if (last.view?.page === 'otp')
    last = await person.submit({ otp: codeAt(app, user.otpSecret, -1) })
  if (last.view?.page === 'consent') last = await person.submit(approval(last))
  const code = last.location?.searchParams.get('code') ?? ''
  const { body } = await redeem(app, client, { code, verifier })
  return as(user, { server: app, value: body.access_token ?? '', client, user })
}

/** Obtained before two-factor authentication was enabled. */
async function byPasswordGrant(user: Owner) {
  const client = await aClient(store, { resourceOwnerPasswordCredentialsEnabled: true })
  await store.users.change(user.id, { otpEnabled: false })
  const { body } = await requestToken(app, client, {
    grant_type: 'password',
    username: user.email,
    password: user.password,
    scope: 'openid authserver:manage-account',
  })
  await store.users.change(user.id, { otpEnabled: true })
  return as(user, { server: app, value: body.access_token ?? '', client, user })
}

async function tokenBy(user: Owner, way: Way) {
  if (way === 'password grant') return byPasswordGrant(user)
  const one = await signedInBy(user, way)
  // Two-factor authentication was disabled and enabled again since, with another authenticator.
  if (way === 'older') await store.users.change(user.id, { otpConfigGeneration: 7 })
  return one
}

const operations: Record<string, [string, (password: string) => object]> = {
  password: [
    '/password',
    (currentPassword) => ({ currentPassword, newPassword: 'Twelve-lanterns-4' }),
  ],
  email: [
    '/email',
    (currentPassword) => ({ currentPassword, email: `${unique('new')}@example.org` }),
  ],
  'two-factor authentication': ['/otp', (password) => ({ enabled: false, password })],
}

describe.each(Object.entries(operations))('a change of the %s', (_, [path, bodyOf]) => {
  test.each<[Way]>([['password'], ['offline'], ['older'], ['password grant']])(
    'with a token by %s owes a current code',
    async (way) => {
      const user = await anOwner()
      const { refusal } = await tokenBy(user, way)
      const body = bodyOf(user.password)
      expect(await refusal('PUT', path, body)).toEqual([400, 'OTP_CODE_REQUIRED'])
      for (const otpCode of [null, '', ' ', '\u200e'])
        expect(await refusal('PUT', path, { ...body, otpCode })).toEqual([400, 'OTP_CODE_REQUIRED'])
      for (const otpCode of ['12345', 'abcdef', codeAt(app, user.otpSecret, -4)])
        expect(await refusal('PUT', path, { ...body, otpCode })).toEqual([400, 'INVALID_OTP_CODE'])
      const wrong = { ...bodyOf('wrong'), otpCode: codeAt(app, user.otpSecret) }
      expect(await refusal('PUT', path, wrong)).toEqual([400, 'AUTHENTICATION_FAILED'])
      const right = { ...body, otpCode: codeAt(app, user.otpSecret) }
      expect(await refusal('PUT', path, right)).toEqual([200, ''])
    },
  )

  test.each([['٠١٢٣٤٥٦٧٨٩'], ['०१२३४५६७८९'], ['０１２３４５６７８９']])(
    'takes the code in the digits %s, in groups',
    async (digits) => {
      const user = await anOwner()
      const { refusal } = await tokenBy(user, 'password')
      const typed = codeAt(app, user.otpSecret).replace(/\d/g, (digit) => digits[+digit] ?? '')
      const otpCode = `${typed.slice(0, 3)} ${typed.slice(3)}`
      expect(await refusal('PUT', path, { ...bodyOf(user.password), otpCode })).toEqual([200, ''])
    },
  )

  test('with a token whose session has proven the present factor owes none', async () => {
    const user = await anOwner()
    const { refusal } = await tokenBy(user, 'code')
    expect(await refusal('PUT', path, bodyOf(user.password))).toEqual([200, ''])
  })

  test('takes no code twice', async () => {
    const user = await anOwner()
    const { refusal } = await tokenBy(user, 'password')
    const otpCode = codeAt(app, user.otpSecret)
    const step = Math.floor(app.clock.now().getTime() / 30_000)
    await store.users.claimOtpStep(user.id, step)
    const body = { ...bodyOf(user.password), otpCode }
    expect(await refusal('PUT', path, body)).toEqual([400, 'INVALID_OTP_CODE'])
    const replays = await auditDetails(database, 'otp_code_replay_detected', { userId: user.id })
    expect(replays).toEqual([{ userId: user.id, step }])
  })

  test('of two at once with one code, one is made', async () => {
    const user = await anOwner()
    const [one, two] = [await tokenBy(user, 'password'), await tokenBy(user, 'password')]
    const otpCode = codeAt(app, user.otpSecret)
    const answers = await Promise.all(
      [one, two].map(({ refusal }) => refusal('PUT', path, { ...bodyOf(user.password), otpCode })),
    )
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
  })

  test('after five wrong codes is refused, whatever the limiter’s setting; the place of a right one is given back', async () => {
    const user = await anOwner()
    const { refusal } = await tokenBy(user, 'password')
    const wrong = { ...bodyOf(user.password), otpCode: codeAt(app, user.otpSecret, 9) }
    for (let i = 0; i < 5; i++)
      expect(await refusal('PUT', path, wrong)).toEqual([400, 'INVALID_OTP_CODE'])
    const right = { ...wrong, otpCode: codeAt(app, user.otpSecret) }
    expect(await refusal('PUT', path, right)).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(await auditDetails(database, 'auth_failed_otp', { userId: user.id })).toHaveLength(5)
  })
})

test('what two-factor authentication does not guard goes on without a code', async () => {
  const user = await anOwner()
  const { refusal } = await tokenBy(user, 'password')
  expect(await refusal('PUT', '/profile', { nickname: 'Countess' })).toEqual([200, ''])
  expect(await refusal('PUT', '/address', { addressLine1: 'St James’s Square' })).toEqual([200, ''])
  const [session] = await sessionsOf(store, user.id)
  expect(await refusal('DELETE', `/sessions/${session?.id}`)).toEqual([200, ''])
})

test.each([
  ['switched on meanwhile', { otpEnabled: true, otpConfigGeneration: 1 }, 'OTP_CODE_REQUIRED'],
  ['left off', { otpEnabled: false, otpConfigGeneration: 2 }, null],
])(
  'a change that was confirmed while it was off, with two-factor %s',
  async (_, meanwhile, code) => {
    const user = await anOwner()
    await store.users.change(user.id, { otpEnabled: false })
    const before = { ...user, otpEnabled: false }
    await store.users.change(user.id, meanwhile)
    const { ctx } = await testContext()
    const change = adminTransaction({ ...ctx, now: addSeconds(app.clock.now(), 1) }, (tx) =>
      changeOwnEmail(tx, { user: before, otpStep: null }, `${unique('new')}@example.org`, null),
    )
    if (code) expect(await rejectionOf(change)).toBe(code)
    else expect((await change).emailVerified).toBe(false)
  },
)

test('an administrator’s switch leaves the change of who had shown a code alone', async () => {
  const user = await anOwner()
  const { ctx } = await testContext()
  await adminTransaction(ctx, (tx) => disableOtp(tx, user.id, { loggedInUser: 'admin' }))
  const confirmed = { user, otpStep: Math.floor(ctx.now.getTime() / 30_000) }
  const email = `${unique('new')}@example.org`
  expect(
    (await adminTransaction(ctx, (tx) => changeOwnEmail(tx, confirmed, email, null))).email,
  ).toBe(email)
  expect(await store.users.findById(user.id)).toMatchObject({ lastOtpStep: 0 })
})
