import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorizePath } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestClient } from '#tests/support/people.ts'
import { type RemoteServer, remoteServer, withStore } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'

let started: StartedServer
let server: RemoteServer
let client: TestClient

beforeAll(async () => {
  started = await startServer({ RATE_LIMITER_ENABLED: 'false' })
  server = remoteServer(started.baseUrl)
  client = await withStore(started.databaseUrl, (store) => aClient(store, { pkceRequired: false }))
})
afterAll(() => started?.remove())

interface SignInPage {
  readonly ceremonyId: string
  readonly cookie: string
  /** Nonce of the policy, and nonces in the page. */
  readonly allowed: string
  readonly used: ReadonlySet<string>
  readonly html: string
  readonly headers: Headers
}

/** Starts an interaction in a new browser and reads its page. */
async function open(
  parameters: Readonly<Record<string, string>> = {},
  language = 'en',
): Promise<SignInPage> {
  const begun = await server.fetch(authorizePath(client, parameters))
  const location = new URL(begun.headers.get('location') ?? '', started.baseUrl)
  const cookie = begun.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  const headers = { cookie, 'accept-language': language }
  const response = await server.fetch(location.pathname + location.search, { headers })
  expect(response.status).toBe(200)
  const html = await response.text()
  const nonces = [...html.matchAll(/nonce="([^"]+)"/g)].map(([, nonce = '']) => nonce)
  return {
    ceremonyId: location.searchParams.get('ceremony') ?? '',
    cookie,
    allowed:
      /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? '',
    used: new Set(nonces),
    html,
    headers: response.headers,
  }
}

/** The page without what is the visitor's own: the sign-in, the copy of its request and the nonce. */
function shared({ html, ceremonyId, allowed }: SignInPage): string {
  const [, copy = ''] = /name="requestCopy" value="([^"]+)"/.exec(html) ?? []
  expect(copy).not.toBe('')
  return html
    .replaceAll(ceremonyId, 'CEREMONY')
    .replaceAll(copy, 'COPY')
    .replaceAll(allowed, 'NONCE')
}

test('the page of every visitor has a nonce and a sign-in of its own, and is else the same', async () => {
  const pages = [await open(), await open(), await open()]
  for (const { used, allowed, html, ceremonyId } of pages) {
    expect([...used]).toEqual([allowed])
    expect(html).toContain(ceremonyId)
    for (const other of pages) {
      if (other.ceremonyId !== ceremonyId) expect(html).not.toContain(other.ceremonyId)
    }
  }
  expect(new Set(pages.map(({ allowed }) => allowed)).size).toBe(3)
  expect(new Set(pages.map(({ ceremonyId }) => ceremonyId)).size).toBe(3)
  expect(new Set(pages.map(shared)).size).toBe(1)
})

test('a page sent again has the headers of the first one', async () => {
  const [first, again] = [await open({}, 'fr'), await open({}, 'fr')]
  const names = ({ headers }: SignInPage) =>
    [...headers.keys()].filter((n) => n !== 'transfer-encoding')
  expect(names(again)).toEqual(names(first))
  for (const name of ['content-type', 'cache-control', 'vary', 'x-frame-options']) {
    expect(again.headers.get(name), name).toBe(first.headers.get(name))
  }
  expect(again.headers.get('cache-control')).toContain('no-store')
})

test('each visitor reads their own language', async () => {
  for (const language of ['ja', 'de-AT, de;q=0.9', 'ja']) {
    const lang = language.slice(0, 2)
    expect((await open({}, language)).html).toContain(`<html lang="${lang}"`)
  }
  expect((await open({ ui_locales: 'ar' }, 'ja')).html).toContain('<html lang="ar" dir="rtl"')
})

test('what an administrator changes is seen by the next visitor', async () => {
  await open()
  await withStore(started.databaseUrl, (store) =>
    store.settings.update({ appName: 'Quite another' }),
  )
  expect((await open()).html).toContain('Quite another')
})

test('what a visitor typed is shown to nobody else', async () => {
  const user = await withStore(started.databaseUrl, (store) => aUser(store))
  const { ceremonyId, cookie } = await open()
  const fields = { ceremonyId, email: user.email, password: 'wrong' }
  await server.post('/auth/pwd', fields, { headers: { cookie } })
  const headers = { cookie }
  const refused = await server.fetch(`/auth/pwd?ceremony=${ceremonyId}`, { headers })
  expect(await refused.text()).toContain(user.email)
  const hinted = await open({ login_hint: user.email })
  expect(hinted.html).toContain(user.email)
  expect((await open()).html).not.toContain(user.email)
})
