import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { responsesFollowedUp } from '#lib/base/concurrency/after-response.ts'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { longLivedSteps, runStep, shortLivedSteps } from '#lib/domain/retention/retention.ts'
import type { Visit } from '#tests/support/browser.ts'
import { aUser, type TestUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { testStart } from '#tests/support/settings.ts'
import { visitor } from '#tests/support/visitor.ts'
import { anAddress, goodPassword, linkIn, mailTo, twice, withMail } from './fixture.ts'

/* A link's way from the mail to the browser, for each kind of mailed link. */

const app = await server()
const { store } = app
const outbox = await withMail(app)
await app.changeSettings({
  selfRegistrationEnabled: true,
  selfRegistrationRequiresEmailVerification: true,
})
afterAll(() => outbox.close())
beforeEach(() => app.clock.set(testStart))

interface Kind {
  /** Creates an eligible user or address, in this language. */
  someone(locale: string): Promise<string>
  /** Requests the link on its page, in a browser of this language. */
  ask(address: string, language?: string): Promise<unknown>
  use(link: string): Promise<Visit>
  readonly path: string
  /** The link's page, and its last page. */
  readonly pages: readonly [string, string]
}

const newUser = async (locale: string) => (await aUser(store, { locale })).email
const speaking = (language: string) => visitor(app, { 'accept-language': language })

async function fillIn(link: string): Promise<Visit> {
  const person = visitor(app)
  await person.visit(link)
  return person.submit(twice(goodPassword))
}

const kinds: Record<'activate' | 'reset' | 'sign-in', Kind> = {
  activate: {
    someone: async () => anAddress(),
    ask: (email, language = 'en') => speaking(language).post('/account/register', { email }),
    use: fillIn,
    path: '/account/activate',
    pages: ['activate', 'registered'],
  },
  reset: {
    someone: newUser,
    ask: (email, language = 'en') => speaking(language).post('/forgot-password', { email }),
    use: fillIn,
    path: '/reset-password',
    pages: ['reset-password', 'password-set'],
  },
  'sign-in': {
    someone: newUser,
    async ask(email, language = 'en') {
      await needLink(await store.users.findByEmail(email))
      return speaking(language).post('/sign-in-link', { email })
    },
    async use(link) {
      const person = visitor(app)
      await person.visit(link)
      return person.submit()
    },
    path: '/sign-in-link',
    pages: ['sign-in-link', 'sign-in-link'],
  },
}
const names = Object.keys(kinds) as (keyof typeof kinds)[]

/** Makes an account require a link, unless it already does. */
async function needLink(user: Pick<TestUser, 'email' | 'authStateGeneration'> | null) {
  const key = sha256Hex(user?.email ?? '')
  const { authStateGeneration = 0 } = user ?? {}
  const expiresAt = new Date(testStart.getTime() + 90 * 86_400_000)
  const counted = { key, authStateGeneration, now: app.clock.now(), expiresAt }
  if (await store.signInFailures.find(key)) return
  await store.signInFailures.add(counted)
  const data = { failures: 100 }
  await app.runtime.database.prisma.signInFailure.update({ where: { key }, data })
}

async function newestLink(address: string): Promise<string> {
  return linkIn((await mailTo(outbox, address)).filter(({ text }) => /code=/.test(text)).at(-1))
}

async function aLink(kind: Kind, locale = ''): Promise<{ address: string; link: string }> {
  const address = await kind.someone(locale)
  await kind.ask(address)
  return { address, link: await newestLink(address) }
}

async function askAgain(kind: Kind, address: string): Promise<void> {
  await kind.ask(address)
  await responsesFollowedUp()
}

/** The page that a new browser reaches with a link. */
const opened = (link: string, language = 'en') => speaking(language).visit(link)

describe.each(names)('a mailed link (%s)', (name) => {
  const kind = kinds[name]
  const ended = (view: Visit['view']) => {
    expect(view).toMatchObject({ page: 'link-expired', flow: name })
    return view
  }

  describe('that was replaced', () => {
    test('says when the newer message was sent, until that one has expired', async () => {
      const { address, link } = await aLink(kind)
      app.clock.advance(90)
      await askAgain(kind, address)
      const newer = { reason: 'replaced', newerAt: app.clock.now().toISOString() }
      expect(ended((await opened(link)).view)).toMatchObject(newer)
      expect(ended((await opened(link)).view)).toMatchObject(newer)
      app.clock.advance(1_799)
      expect(ended((await opened(link)).view)).toMatchObject(newer)
      app.clock.advance(1)
      expect(ended((await opened(link)).view)).toMatchObject({ reason: 'expired' })
    })

    test('names the newest of three', async () => {
      const { address, link } = await aLink(kind)
      app.clock.advance(60)
      await askAgain(kind, address)
      const second = await newestLink(address)
      app.clock.advance(60)
      await askAgain(kind, address)
      const newerAt = app.clock.now().toISOString()
      for (const former of [link, second])
        expect(ended((await opened(former)).view)).toMatchObject({ reason: 'replaced', newerAt })
    })

    test('says that all is done once the newer one was used', async () => {
      const { address, link } = await aLink(kind)
      app.clock.advance(60)
      await askAgain(kind, address)
      expect((await kind.use(await newestLink(address))).view?.page).toBe(kind.pages[1])
      expect(ended((await opened(link)).view)).toMatchObject({ reason: 'used' })
    })
  })

  test('that was used says so for a week, and nothing after it', async () => {
    const { link } = await aLink(kind)
    expect((await kind.use(link)).view?.page).toBe(kind.pages[1])
    expect(ended((await opened(link)).view)).toMatchObject({ reason: 'used' })
    app.clock.advance(7 * 86_400 - 1)
    expect(ended((await opened(link)).view)).toMatchObject({ reason: 'used' })
    app.clock.advance(2)
    expect(ended((await opened(link)).view)).toMatchObject({ reason: 'expired' })
    app.clock.advance(86_400)
    const { limits } = app.runtime
    const client = app.runtime.database.prisma
    const settings = await store.settings.find()
    if (!settings) throw new Error('There are no settings.')
    for (const step of [...shortLivedSteps, ...longLivedSteps])
      await runStep(step, { now: app.clock.now(), settings, store, limits })
    expect(await client.formerLink.count()).toBe(0)
  })

  test('that nobody sent has expired, as far as is said', async () => {
    for (const code of ['unknown', 'x'.repeat(32), 'x'.repeat(3_000), '…', '%F0%9F%92%A5'])
      expect(ended((await opened(`${kind.path}?code=${code}`)).view)).toMatchObject({
        reason: 'expired',
      })
  })

  test('of another kind is not told of', async () => {
    const { link } = await aLink(kind)
    await kind.use(link)
    const code = link.split('code=')[1]
    for (const other of names.filter((one) => one !== name)) {
      const { view } = await opened(`${kinds[other].path}?code=${code}`)
      expect(view).toMatchObject({ page: 'link-expired', flow: other, reason: 'expired' })
    }
  })

  test.each([
    ['quoted-printable', (code: string) => `3D${code}`],
    ['quoted-printable in lower case', (code: string) => `3d${code}`],
    ['quoted-printable, twice escaped', (code: string) => `%3D3D${code}`],
    ['a full stop behind', (code: string) => `${code}.`],
    ['a comma behind', (code: string) => `${code},`],
    ['brackets behind', (code: string) => `${code}>).`],
    ['a full stop of another script behind', (code: string) => `${code}%E3%80%82`],
    ['a quotation mark behind', (code: string) => `${code}%E2%80%9D`],
    ['a line end behind', (code: string) => `${code}%0D%0A`],
    ['a blank behind', (code: string) => `${code}%20`],
    ['a no-break space behind', (code: string) => `${code}%C2%A0`],
    ['a line end inside', (code: string) => `${code.slice(0, 10)}%0D%0A%20${code.slice(10)}`],
    ['a soft hyphen inside', (code: string) => `${code.slice(0, 10)}%C2%AD${code.slice(10)}`],
    ['all of it', (code: string) => `3D${code.slice(0, 9)}%0A${code.slice(9)}>.%20`],
  ])('works that came with %s', async (_, spoilt) => {
    const { link } = await aLink(kind)
    const [path = '', code = ''] = link.split('code=')
    expect((await opened(`${path}code=${spoilt(code)}`)).view?.page).toBe(kind.pages[0])
    const { view } = await kind.use(`${path}code=${spoilt(code)}`)
    expect(view?.page).toBe(kind.pages[1])
  })

  test.each(['', '?code=', '?code=%20', '?code=%0D%0A'])(
    'that lost its code (%o) asks for the one in the mail, which may be pasted whole',
    async (query) => {
      // Without a code, the page of sign-in links asks for an address.
      if (query === '' && name === 'sign-in') return
      const { link } = await aLink(kind)
      expect(ended((await opened(kind.path + query)).view)).toMatchObject({ reason: 'missing' })
      const pasted = new URLSearchParams({ code: `  ${app.config.baseUrl}${link}\n` })
      expect((await opened(`${kind.path}?${pasted}`)).view?.page).toBe(kind.pages[0])
    },
  )

  test('stands alone on its line, in parts that are never folded', async () => {
    const { address } = await aLink(kind)
    const mail = (await mailTo(outbox, address)).at(-1)
    const line = mail?.text
      .split('<!doctype')[0]
      ?.split(/\r?\n/)
      .filter((one) => one.includes('code='))
    expect(line).toEqual([expect.stringMatching(/^http\S+\?code=[\w-]{32}$/)])
    const encodings = [...(mail?.raw ?? '').matchAll(/^Content-Transfer-Encoding: (.*)$/gim)]
    expect(encodings.map(([, encoding]) => encoding?.trim())).toEqual(['base64', 'base64'])
  })

  test('is not used up by machines that open it, nor does it take what the person may do', async () => {
    const { link } = await aLink(kind)
    for (let i = 0; i < 20; i++) {
      const headers = { 'x-test-peer': `198.51.100.${i % 5}` }
      const [head, get] = [
        await app.fetch(link, { method: 'HEAD', headers }),
        await app.fetch(link, { headers }),
      ]
      expect([head.status, get.status]).toEqual([get.status, name === 'sign-in' ? 200 : 303])
    }
    expect((await kind.use(link)).view?.page).toBe(kind.pages[1])
  })

  test.each([
    ['fr', 'ja', 'fr'],
    ['pt-BR', 'en', 'pt-BR'],
    ['ar', 'de', 'ar'],
  ])(
    'of somebody who speaks %s opens in it, in a browser of %s',
    async (locale, browser, wanted) => {
      const address = await kind.someone(locale)
      await kind.ask(address, name === 'activate' ? locale : 'it')
      const mail = (await mailTo(outbox, address)).at(-1)
      expect(mail?.raw).toMatch(new RegExp(`^Content-Language: ${wanted}\\s*$`, 'im'))
      expect((await opened(linkIn(mail), browser)).view).toMatchObject({
        page: kind.pages[0],
        uiLocales: [wanted],
      })
    },
  )
})

test('a message to somebody without a language is written in that of the page', async () => {
  for (const name of ['reset', 'sign-in'] as const) {
    const address = await kinds[name].someone('')
    await kinds[name].ask(address, 'de-AT,en')
    expect((await mailTo(outbox, address)).at(-1)?.raw).toMatch(/^Content-Language: de\s*$/im)
  }
})

test.each([
  ['fr-CH,en;q=0.5', 'fr'],
  ['pt-PT', 'pt-BR'],
  ['ja', 'ja'],
  ['ru', 'en'],
  ['', 'en'],
])('who registers in %o has an account in %s', async (language, locale) => {
  const link = async (address: string) => {
    await kinds.activate.ask(address, language)
    return newestLink(address)
  }
  const mailed = anAddress()
  await fillIn(await link(mailed))
  expect((await store.users.findByEmail(mailed))?.locale).toBe(locale)

  await app.changeSettings({ selfRegistrationRequiresEmailVerification: false })
  const atOnce = anAddress()
  await speaking(language).post('/account/register', { email: atOnce, ...twice(goodPassword) })
  expect((await store.users.findByEmail(atOnce))?.locale).toBe(locale)
  await app.changeSettings({ selfRegistrationRequiresEmailVerification: true })
})

test('a form under a link that was used in another tab says so', async () => {
  for (const name of ['activate', 'reset'] as const) {
    const { link } = await aLink(kinds[name])
    const person = visitor(app)
    await person.visit(link)
    await kinds[name].use(link)
    const { status, view } = await person.submit(twice(goodPassword))
    expect(status).toBe(400)
    expect(view).toMatchObject({ page: 'link-expired', flow: name, reason: 'used' })
  }
})
