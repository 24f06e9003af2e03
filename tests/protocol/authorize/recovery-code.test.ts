import { pino } from 'pino'
import { describe, expect, test, vi } from 'vitest'
import { responsesFollowedUp } from '#lib/base/concurrency/after-response.ts'
import type { WorkQueue } from '#lib/base/concurrency/work-queue.ts'
import { findRecoveryCode } from '#lib/domain/sign-in/recovery-codes.ts'
import { apiUser, call } from '#tests/support/api.ts'
import { authenticator } from '#tests/support/authenticator.ts'
import { hiddenFields } from '#tests/support/browser.ts'
import { testContext } from '#tests/support/context.ts'
import { responseOf } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestUser } from '#tests/support/people.ts'
import { recoveryCodesOf } from '#tests/support/recovery-codes.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { entriesOf, errorOf } from '#tests/support/visitor.ts'
import { aUserWithOtp, codeAt, enter, interactionOf, reasonOf } from './fixture.ts'
import { createPasskey } from './passkey-fixture.ts'

const app = await server()
const { store } = app
await app.changeSettings({ recoveryCodesEnabled: true })
const optional = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_optional' })
const mandatory = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_mandatory' })

/** Signs in with the password, and opens the page for a recovery code. */
async function ask(user: TestUser, client = optional) {
  const { person, last } = await enter(app, client, user)
  const page = await person.visit(`/auth/recovery-code?ceremony=${interactionOf(last)}`)
  return { person, page }
}

const first = (codes: readonly string[]) => codes.at(0) ?? ''
const last = (codes: readonly string[]) => codes.at(-1) ?? ''

describe('a recovery code', () => {
  test.each([
    ['level2_optional', optional],
    ['level2_mandatory', mandatory],
  ])('stands in for the code at %s, once', async (level, client) => {
    const user = await aUserWithOtp(app)
    const [code = '', next = ''] = await recoveryCodesOf(user)
    const { person, page } = await ask(user, client)
    expect(page.view?.page).toBe('recovery-code')
    expect(responseOf(await person.submit({ code }))?.code).toBeDefined()
    expect((await sessionsOf(store, user.id))[0]).toMatchObject({
      authMethods: 'pwd mfa',
      acrLevel: `urn:authserver:${level}`,
    })
    expect(await entriesOf(app, 'used_recovery_code', { userId: user.id })).toEqual([
      { userId: user.id, left: 9 },
    ])
    const again = await ask(user, client)
    expect(errorOf(await again.person.submit({ code }))).toBe('handler.recovery.wrong')
    expect(responseOf(await again.person.submit({ code: next }))?.code).toBeDefined()
  })

  test.each<[string, (code: string) => string]>([
    ['in small letters', (code) => code.toLowerCase()],
    ['without hyphens', (code) => code.replaceAll('-', '')],
    ['with spaces', (code) => ` ${code.replaceAll('-', ' ')} `],
    ['with O for 0 and l for 1', (code) => code.replaceAll('0', 'O').replaceAll('1', 'l')],
  ])('may be typed %s', async (_, typed) => {
    const user = await aUserWithOtp(app)
    const [code = ''] = await recoveryCodesOf(user)
    const { person } = await ask(user)
    expect(responseOf(await person.submit({ code: typed(code) }))?.code).toBeDefined()
  })

  test.each(['', '   ', '----'])(
    'is asked for again when nothing was typed: "%s"',
    async (code) => {
      const { person } = await ask(await aUserWithOtp(app))
      expect(errorOf(await person.submit({ code }))).toBe('handler.recovery.required')
    },
  )

  test('sent twice at once signs in once', async () => {
    const user = await aUserWithOtp(app)
    const [code = ''] = await recoveryCodesOf(user)
    const { person, page } = await ask(user)
    const fields = { ceremonyId: interactionOf(page), code }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => person.copy().post('/auth/recovery-code', fields)),
    )
    expect(answers.filter((visit) => responseOf(visit)?.code)).toHaveLength(1)
  })

  test('costs one hash: right or wrong, first or last of its set', async () => {
    const slots = globalThis as unknown as Record<symbol, WorkQueue>
    const queue = slots[Symbol.for('authserver.password-hashes')]
    if (!queue) throw new Error('Nothing was hashed yet.')
    const hashes = vi.spyOn(queue, 'run')
    for (const pick of [() => 'ZZZZ-ZZZZ-ZZZZ-ZZZZ', first, last]) {
      const user = await aUserWithOtp(app)
      const codes = await recoveryCodesOf(user)
      const { person } = await ask(user)
      hashes.mockClear()
      await person.submit({ code: pick(codes) })
      expect(hashes).toHaveBeenCalledTimes(1)
    }
    hashes.mockRestore()
  })

  test('stands in no address, no log and no entry, whether it is right or wrong', async () => {
    const lines: string[] = []
    const quiet = app.runtime.log
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    Object.assign(app.runtime, { log })
    const user = await aUserWithOtp(app)
    const [code = ''] = await recoveryCodesOf(user)
    const wrong = 'ABCD-EFGH-JKMN-PQRS'
    const { person } = await ask(user)
    const refused = await person.submit({ code: wrong })
    const done = await person.submit({ code })
    await responsesFollowedUp()
    Object.assign(app.runtime, { log: quiet })
    expect(responseOf(done)?.code).toBeDefined()
    const entries = await app.runtime.database.prisma.auditLog.findMany()
    const written = [...lines, JSON.stringify(entries), refused.url.href, done.location?.href]
    for (const one of [wrong, code]) {
      for (const spelling of [one, one.replaceAll('-', '')]) {
        expect(written.join('\n')).not.toContain(spelling)
      }
    }
    expect(lines.length).toBeGreaterThan(0)
  })

  test('has a budget of its own, which leaves that of the app alone', async () => {
    const user = await aUserWithOtp(app)
    await recoveryCodesOf(user)
    const { person } = await ask(user)
    for (let i = 0; i < 5; i++) {
      expect(errorOf(await person.submit({ code: 'ZZZZ-ZZZZ-ZZZZ-ZZZZ' }))).toBe(
        'handler.recovery.wrong',
      )
    }
    const refused = await person.submit({ code: 'ZZZZ-ZZZZ-ZZZZ-ZZZZ' })
    expect([refused.status, reasonOf(refused)]).toEqual([429, 'rate_limited'])
    const other = await enter(app, optional, user)
    const done = await other.person.submit({ otp: codeAt(app, user.otpSecret) })
    expect(responseOf(done)?.code).toBeDefined()
  })

  test('alone signs nobody in: the page comes only after the password', async () => {
    const user = await aUser(store)
    const { person, last } = await enter(app, optional, user)
    expect(responseOf(last)?.code).toBeDefined()
    const page = await person.visit('/auth/recovery-code?ceremony=unknown')
    expect(page.view?.page).toBe('error')
  })
})

describe('a sign-in keeps its budgets of wrong codes', () => {
  test.each<[string, (user: Awaited<ReturnType<typeof aUserWithOtp>>) => Promise<object>]>([
    ['of the app', async ({ otpSecret }) => ({ otp: codeAt(app, otpSecret) })],
    ['of recovery', async (user) => ({ code: first(await recoveryCodesOf(user)) })],
  ])('%s, however often an application confirms with wrong ones', async (which, right) => {
    const user = await aUserWithOtp(app)
    const token = await apiUser(app, user, ['manage-account'])
    const wrong = which === 'of the app' ? { otpCode: '000000' } : { recoveryCode: 'ZZZZ' }
    const answers = []
    for (let i = 0; i < 6; i++) {
      const sent = { confirmation: wrong }
      answers.push((await call(token, 'POST', '/api/v1/account/recovery-codes', sent)).status)
    }
    expect(answers).toEqual([400, 400, 400, 400, 400, 429])
    const { person } = await (which === 'of the app' ? enter(app, optional, user) : ask(user))
    const sent = (await right(user)) as Record<string, string>
    expect(responseOf(await person.submit(sent))?.code).toBeDefined()
  })
})

describe('new codes', () => {
  test('of two factors that are set up at once: one sign-in shows them, and they work', async () => {
    const user = await aUser(store)
    const tabs = [await enter(app, mandatory, user), await enter(app, mandatory, user)]
    await app.changeSettings({ passkeysEnabled: true })
    const keys = [authenticator(), authenticator()]
    const shown = await Promise.all(
      tabs.map(({ person, last }, i) => createPasskey(person, last, keys[i] ?? authenticator())),
    )
    await app.changeSettings({ passkeysEnabled: false })
    const sets = shown.flatMap(({ view }) =>
      view?.page === 'new-recovery-codes' ? [view.codes] : [],
    )
    expect(sets).toHaveLength(1)
    const { ctx } = await testContext()
    const stored = await store.recoveryCodes.findOfUser(user.id)
    expect(await findRecoveryCode(ctx, stored, sets[0]?.[0] ?? '')).not.toBeNull()
  })

  test('come with the first second factor, the same after a reload, until they are saved', async () => {
    const user = await aUser(store)
    const { person, last } = await enter(app, mandatory, user)
    if (last.view?.page !== 'otp-enrollment') throw new Error('Not the enrollment.')
    const shown = await person.submit({ otp: codeAt(app, last.view.secret) })
    expect(shown.view).toMatchObject({ page: 'new-recovery-codes' })
    const again = await person.visit(shown.url)
    expect(again.view).toEqual(shown.view)
    expect((await person.submit({})).view?.page).toBe('new-recovery-codes')
    expect(responseOf(await person.submit({ saved: 'on' }))?.code).toBeDefined()
    const codes = shown.view?.page === 'new-recovery-codes' ? shown.view.codes : []
    expect(new Set(codes).size).toBe(10)
    for (const code of codes)
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    const stored = await store.recoveryCodes.findOfUser(user.id)
    expect(JSON.stringify(stored)).not.toContain(codes[0]?.replaceAll('-', ''))
    const { person: next } = await ask(user)
    expect(responseOf(await next.submit({ code: codes[3] ?? '' }))?.code).toBeDefined()
  })

  test('are those that the server made, whatever the form sends back', async () => {
    const user = await aUser(store)
    const { person, last } = await enter(app, mandatory, user)
    if (last.view?.page !== 'otp-enrollment') throw new Error('Not the enrollment.')
    const shown = await person.submit({ otp: codeAt(app, last.view.secret) })
    const codes = shown.view?.page === 'new-recovery-codes' ? shown.view.codes : []
    const stored = await store.recoveryCodes.findOfUser(user.id)
    const { ctx } = await testContext()
    const found = await Promise.all(codes.map((code) => findRecoveryCode(ctx, stored, code)))
    expect(new Set(found.map((one) => one?.id)).size).toBe(10)
    expect(hiddenFields(shown.view).flat().join(' ')).not.toContain(codes[0])
    const chosen = 'AAAA-AAAA-AAAA-AAAA'
    const sent = { codes: chosen, recoveryCodes: chosen, generatedAt: '2000-01-01', saved: 'on' }
    expect(responseOf(await person.submit(sent))?.code).toBeDefined()
    expect(await store.recoveryCodes.findOfUser(user.id)).toEqual(stored)
    expect(await findRecoveryCode(ctx, stored, chosen)).toBeNull()
  })

  test('of a newer set end the former ones', async () => {
    const user = await aUserWithOtp(app)
    const [former = ''] = await recoveryCodesOf(user)
    const [code = ''] = await recoveryCodesOf(user)
    const { person } = await ask(user)
    expect(errorOf(await person.submit({ code: former }))).toBe('handler.recovery.wrong')
    expect(responseOf(await person.submit({ code }))?.code).toBeDefined()
  })
})

describe('a code that leaves few', () => {
  /** Signs in with a code that leaves so many. */
  async function spendTo(left: number) {
    const user = await aUserWithOtp(app)
    const codes = await recoveryCodesOf(user)
    const spent = (await store.recoveryCodes.findOfUser(user.id)).slice(0, 9 - left)
    for (const { id } of spent) await store.recoveryCodes.spend(id, app.clock.now(), '')
    const { person } = await ask(user)
    // The first that still works: the hashes do not tell which code is which.
    for (const code of codes.toReversed()) {
      const page = await person.submit({ code })
      if (page.view?.page !== 'recovery-code') return { user, person, page, codes }
    }
    throw new Error('No code works.')
  }

  test.each([3, 1, 0])(
    '%i: offers new ones, which the same sign-in shows; then it goes on',
    async (left) => {
      const { user, person, page } = await spendTo(left)
      expect(page.view).toMatchObject({ page: 'new-recovery-codes', codes: [], left })
      expect((await person.visit(page.url)).view).toEqual(page.view)
      const shown = await person.submit({ btnMake: 'make' })
      const made = shown.view?.page === 'new-recovery-codes' ? shown.view.codes : []
      expect(new Set(made).size).toBe(10)
      expect((await person.visit(shown.url)).view).toEqual(shown.view)
      expect((await person.submit({ btnSkip: 'skip' })).view).toEqual(shown.view)
      expect((await person.submit({ btnMake: 'make' })).view).toEqual(shown.view)
      expect(responseOf(await person.submit({ saved: 'on' }))?.code).toBeDefined()
      const { person: next } = await ask(user)
      expect(responseOf(await next.submit({ code: made[5] ?? '' }))?.code).toBeDefined()
    },
  )

  test('goes on without new ones after “Not now”, and the former ones stay', async () => {
    const { user, person } = await spendTo(2)
    expect((await person.submit({ saved: 'on' })).view).toMatchObject({ left: 2 })
    expect(responseOf(await person.submit({ btnSkip: 'skip' }))?.code).toBeDefined()
    const left = (await store.recoveryCodes.findOfUser(user.id)).filter(({ usedAt }) => !usedAt)
    expect(left).toHaveLength(2)
  })

  test('offers nothing while recovery codes are off, nor while there are enough', async () => {
    expect(responseOf((await spendTo(4)).page)?.code).toBeDefined()
    await app.changeSettings({ recoveryCodesEnabled: false })
    const { page } = await spendTo(1)
    await app.changeSettings({ recoveryCodesEnabled: true })
    expect(responseOf(page)?.code).toBeDefined()
  })

  test('makes one set, however often the button is pressed at once', async () => {
    const { user, person, page } = await spendTo(1)
    const fields = { ceremonyId: interactionOf(page), btnMake: 'make' }
    await Promise.all(
      Array.from({ length: 4 }, () => person.copy().post('/auth/recovery-codes', fields)),
    )
    expect(await store.recoveryCodes.findOfUser(user.id)).toHaveLength(10)
    const entries = await entriesOf(app, 'generated_recovery_codes', { userId: user.id })
    // One when the test made the first set.
    expect(entries).toHaveLength(2)
  })
})

test('a code forgets the browsers that are remembered, but for the one that spends it', async () => {
  await app.changeSettings({ rememberBrowserDays: 30 })
  const user = await aUserWithOtp(app)
  const [code = ''] = await recoveryCodesOf(user)
  const remember = async (step: number) => {
    const { person } = await enter(app, optional, user)
    await person.submit({ otp: codeAt(app, user.otpSecret, step), remember: 'on' })
    person.cookies.delete('authserver-session')
    return person
  }
  const other = await remember(-1)
  const own = await remember(0)
  const { last } = await enter(app, mandatory, user, { browser: own })
  await own.visit(`/auth/recovery-code?ceremony=${interactionOf(last)}`)
  expect(responseOf(await own.submit({ code }))?.code).toBeDefined()
  own.cookies.delete('authserver-session')
  const again = await enter(app, optional, user, { browser: own })
  expect(responseOf(again.last)?.code).toBeDefined()
  expect((await enter(app, optional, user, { browser: other })).last.view?.page).toBe('otp')
  await app.changeSettings({ rememberBrowserDays: 0 })
})
