import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authorizePath } from '#tests/support/oauth.ts'
import { openRegistration } from '#tests/support/open-registration.ts'
import { aClient } from '#tests/support/people.ts'
import { type RemoteServer, remoteServer, withStore } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { consoleCookies } from './console-cookies.ts'

let started: StartedServer
let server: RemoteServer
let signInPath: string
/** Of a session on the account pages. */
let cookie: string

beforeAll(async () => {
  started = await startServer()
  await openRegistration(started.databaseUrl)
  server = remoteServer(started.baseUrl)
  const client = await withStore(started.databaseUrl, (store) =>
    aClient(store, { pkceRequired: false }),
  )
  signInPath = authorizePath(client)
  cookie = await consoleCookies(server, started.administrator, '/account/profile')
})
afterAll(() => started?.remove())

interface Weight {
  /** Total bytes of scripts and of styles with brotli. */
  readonly scripts: number
  readonly styles: number
  readonly requests: number
}

async function weigh(html: string): Promise<Weight> {
  // Browsers with module support skip these scripts, and the console requires module support.
  const needed = html.replaceAll(/<script[^>]*\snoModule[^>]*>/gi, '')
  const files = new Set(needed.match(/\/_next\/static\/[^"\\]+\.(?:js|css)/g))
  const sizes = await Promise.all(
    [...files].map(async (path) => {
      const headers = { 'accept-encoding': 'br' }
      const head = await server.fetch(path, { method: 'HEAD', headers })
      expect(head.status, path).toBe(200)
      return { path, size: Number(head.headers.get('content-length')) }
    }),
  )
  const sumOf = (ending: string) =>
    sizes.reduce((sum, { path, size }) => (path.endsWith(ending) ? sum + size : sum), 0)
  return { scripts: sumOf('.js'), styles: sumOf('.css'), requests: files.size }
}

async function openSignIn(): Promise<string> {
  const begun = await server.fetch(signInPath)
  const [own = ''] = begun.headers.getSetCookie()[0]?.split(';', 1) ?? []
  const location = begun.headers.get('location') ?? ''
  return (await server.fetch(location, { headers: { cookie: own } })).text()
}

const read = (path: string) => async () =>
  (await server.fetch(path, { headers: { cookie } })).text()
const strange = (path: string) => async () => (await server.fetch(path)).text()

/*
 * Maximum bytes of scripts in brotli. React and Next.js take 116,600 of them. A form adds 14,500 for
 * react-hook-form, whose module holds all that any page uses, and 18,500 for `zod/mini`. A failure here has two likely causes. Console code has reached a
 * sign-in page, or a client-side form imports `zod` instead of `zod/mini`. Every form then loads all of
 * `zod`. Two thousand bytes are for small things of every page: the icons of messages at fields, the hint about
 * Caps Lock, the language switch that keeps the typed email, times in the visitor's zone, the passkey button, whose
 * library comes when it is used, and what loads a page of a former release again. A password is changed with the passkey
 * where that is the second factor: 2,500 bytes. The sign-in tells browsers within other apps where else to open it: 1,000.
 * A form takes over what was typed before its scripts began: 500.
 */
const budgets = [
  { name: 'sign-in', open: openSignIn, id: 'page-sign-in', scripts: 158_500 },
  {
    name: 'registration',
    open: strange('/account/register'),
    id: 'page-register',
    scripts: 157_500,
  },
  {
    name: 'a forgotten password',
    open: strange('/forgot-password'),
    id: 'page-forgot-password',
    scripts: 157_000,
  },
  {
    name: 'the question on sign-out',
    open: read('/auth/logout'),
    id: 'page-logout-confirm',
    scripts: 119_500,
  },
  {
    name: 'a link that is spent',
    open: strange('/reset-password?code=unknown'),
    id: 'page-link-expired',
    scripts: 119_000,
  },
  { name: 'an unknown address', open: strange('/nowhere'), id: 'page-not-found', scripts: 119_000 },
  { name: 'the own profile', open: read('/account/profile'), id: 'content', scripts: 150_500 },
  {
    name: 'the own password',
    open: read('/account/change-password'),
    id: 'content',
    scripts: 171_000,
  },
  { name: 'the own sessions', open: read('/account/sessions'), id: 'content', scripts: 133_500 },
]

describe('what a page brings with it stays within its budget:', () => {
  test.each(budgets)('$name', async ({ open, id, scripts }) => {
    const html = await open()
    expect(html).toContain(`id="${id}"`)
    const weight = await weigh(html)
    expect(weight.scripts).toBeGreaterThan(50_000)
    expect(weight.scripts).toBeLessThanOrEqual(scripts)
    expect(weight.styles).toBeLessThanOrEqual(37_000)
    expect(weight.requests).toBeLessThanOrEqual(16)
  })
})

test('a page in Latin letters asks early for one font file of 48 KB', async () => {
  const response = await server.fetch('/')
  const html = await response.text()
  const told = `${response.headers.get('link')}\n${html}`
  const early = new Set(told.match(/\/_next\/static\/media\/[^"<>;]+\.woff2/g))
  expect([...early]).toHaveLength(1)
  const [path = ''] = early
  const font = await server.fetch(path, { method: 'HEAD' })
  expect(font.status).toBe(200)
  expect(Number(font.headers.get('content-length'))).toBeLessThanOrEqual(49_152)
})

test('the company’s look adds at most 4.5 KB to a page, no script and no style sheet', async () => {
  const path = '/forgot-password'
  const plain = await strange(path)()
  const before = await weigh(plain)
  await withStore(started.databaseUrl, async (store) => {
    await store.settings.update({
      primaryColor: '#0f6b5c',
      primaryColorDark: '#2f8172',
      corners: 'round',
      supportUrl: 'https://help.example/',
      privacyUrl: 'https://example.com/privacy',
      termsUrl: 'https://example.com/terms',
      footerText: 'Example AB, Bergen',
    })
  })
  const branded = await strange(path)()
  expect(branded).toContain('Example AB, Bergen')
  expect(await weigh(branded)).toEqual(before)
  const added = Buffer.byteLength(branded) - Buffer.byteLength(plain)
  expect(added).toBeGreaterThan(500)
  expect(added).toBeLessThanOrEqual(4_500)
})
