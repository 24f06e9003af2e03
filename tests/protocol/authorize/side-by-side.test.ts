import { describe, expect, test } from 'vitest'
import type { Outcome } from '#lib/answers/outcome.ts'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import { maxBrowserCookieLength, newestBrowserHash } from '#lib/base/network/browser-cookie.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import { noParameters, parseParameters } from '#lib/base/text/parameters.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import { cookieAfterProof } from '#lib/protocol/authorize/browser-binding.ts'
import { submitSignIn } from '#lib/protocol/authorize/sign-in.ts'
import { testContext } from '#tests/support/context.ts'
import { aClient, type TestUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { visitor } from '#tests/support/visitor.ts'
import { aUserWithOtp, begin, interactionOf, reasonOf } from './fixture.ts'

const app = await server()
const { store } = app
const { ctx } = await testContext()
const strict = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_mandatory' })

/** Two tabs of one browser, each with its own interaction. */
async function twoTabs() {
  const person = visitor(app)
  const first = interactionOf(await begin(person, strict))
  const second = interactionOf(await begin(person, strict))
  const planted = person.cookies.get('authserver-browser') ?? ''
  /** Submits a password with the browser's first cookie. */
  const send = (ceremonyId: string, user: TestUser, meanwhile?: () => Promise<unknown>) =>
    submitSignIn(
      meanwhile ? during(ctx, meanwhile) : ctx,
      formPost(planted, { ceremonyId, email: user.email, password: user.password }),
    )
  const visitWith = (cookie: string, ceremonyId: string) => {
    person.cookies.set('authserver-browser', cookie)
    return person.visit(`/auth/otp?ceremony=${ceremonyId}`)
  }
  return { first, second, planted, send, visitWith }
}

/** A context that runs work while a user is looked up. */
function during(within: Context, meanwhile: () => Promise<unknown>): Context {
  const users = {
    ...within.store.users,
    findByEmail: async (email: string) => {
      await meanwhile()
      return within.store.users.findByEmail(email)
    },
  }
  return { ...within, store: { ...within.store, users } }
}

function formPost(browser: string, fields: Record<string, string>): Incoming {
  return {
    method: 'POST',
    path: '/auth/pwd',
    params: {},
    query: noParameters,
    form: parseParameters(new URLSearchParams(fields).toString()),
    body: null,
    contentType: 'application/x-www-form-urlencoded',
    authorization: null,
    ifNoneMatch: null,
    cookies: {
      session: null,
      browser,
      known: null,
      device: null,
      console: null,
      handshakes: new Map(),
    },
  }
}

function cookieOf({ cookies = [] }: Outcome): string {
  return cookies.find(({ cookie }) => cookie === 'browser')?.value ?? ''
}

describe('two passwords sent at once by two tabs', () => {
  test('of one user: both sign-ins go on, whichever answer comes last', async () => {
    const { first, second, send, visitWith } = await twoTabs()
    const user = await aUserWithOtp(app)
    let inner: Outcome | undefined
    const outer = await send(first, user, async () => {
      inner = await send(second, user)
    })
    for (const answer of [outer, inner]) {
      expect(answer).toMatchObject({ kind: 'redirect', status: 303 })
      for (const interaction of [first, second]) {
        const page = await visitWith(cookieOf(answer ?? outer), interaction)
        expect(reasonOf(page)).toBe('otp')
      }
    }
  })

  test('of two people: nobody holds the sign-in of the other', async () => {
    const { first, second, planted, send, visitWith } = await twoTabs()
    const [person, other] = [await aUserWithOtp(app), await aUserWithOtp(app)]
    let inner: Outcome | undefined
    const outer = await send(first, person, async () => {
      inner = await send(second, other)
    })
    expect(reasonOf(await visitWith(cookieOf(outer), first))).toBe('otp')
    for (const cookie of [inner ? cookieOf(inner) : '', planted]) {
      expect(reasonOf(await visitWith(cookie, first))).toBe('ceremony_mismatch')
    }
  })
})

describe('after a password in one tab', () => {
  test('what it proved is out of reach of a cookie that was planted before', async () => {
    const { first, planted, send, visitWith } = await twoTabs()
    const cookie = cookieOf(await send(first, await aUserWithOtp(app)))
    const row = await store.interactions.findByIdentifier(first)
    expect(row?.passwordVerifiedAt).not.toBeNull()
    expect(row?.browserHash).toBe(newestBrowserHash(cookie))
    expect(row?.browserHash).not.toBe(sha256Hex(planted))
    const guesses = [planted, `${planted}.${planted}`, `${randomToken()}.${planted}`]
    for (const guess of guesses) {
      expect(reasonOf(await visitWith(guess, first)), guess).toBe('ceremony_mismatch')
    }
    expect(reasonOf(await visitWith(cookie, first))).toBe('otp')
  })

  test('the other tab goes on as it was, and nothing of it was written', async () => {
    const { first, second, send, visitWith } = await twoTabs()
    const before = await store.interactions.findByIdentifier(second)
    const cookie = cookieOf(await send(first, await aUserWithOtp(app)))
    expect(await store.interactions.findByIdentifier(second)).toEqual(before)
    expect(reasonOf(await visitWith(cookie, second))).toBe('sign-in')
  })

  test('a tab that nobody touched goes on after as many sign-ins as a morning has', async () => {
    const { first, second, send, visitWith } = await twoTabs()
    const user = await aUserWithOtp(app)
    let cookie = cookieOf(await send(first, user))
    const record = await store.users.findById(user.id)
    if (!record) throw new Error('The user is gone.')
    for (let i = 1; i < 40; i++) {
      const later = { ...ctx, now: addSeconds(ctx.now, i * 300) }
      cookie = cookieAfterProof(later, cookie, record, 'code')
    }
    expect(cookie.length).toBeLessThanOrEqual(maxBrowserCookieLength)
    expect(reasonOf(await visitWith(cookie, second))).toBe('sign-in')
  })
})

describe('the cookie after a password', () => {
  /** The cookies that replace the same browser cookie when each of these users signs in. */
  async function afterwards(...users: TestUser[]) {
    const { first, second, planted, send } = await twoTabs()
    const answers: string[] = []
    const [one = users[0], two = users[0]] = users
    if (!one || !two) throw new Error('Who signs in?')
    const outer = await send(first, one, async () => {
      answers.push(cookieOf(await send(second, two)))
    })
    return { planted, cookies: [...answers, cookieOf(outer)] }
  }

  test('is another one for another user and for another cookie before it', async () => {
    const [ada, bob] = [await aUserWithOtp(app), await aUserWithOtp(app)]
    const together = await afterwards(ada, bob)
    const [again, same] = (await afterwards(ada)).cookies
    expect(again).toBe(same)
    const all = [...together.cookies, again, together.planted]
    expect(new Set(all).size).toBe(4)
    for (const cookie of all) expect(cookie).toMatch(/^[\w-]{43}(\.[\w-]{43})?$/)
  })
})
