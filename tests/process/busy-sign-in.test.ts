import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { escapeHtml } from '#lib/base/text/html.ts'
import { type Language, languages } from '#lib/i18n/languages.ts'
import { textsIn } from '#lib/i18n/texts.ts'
import { authorizePath } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestClient } from '#tests/support/people.ts'
import { type RemoteServer, remoteServer, withStore } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'

let started: StartedServer
let server: RemoteServer
let client: TestClient

beforeAll(async () => {
  started = await startServer({ RATE_LIMITER_ENABLED: 'false', LOG_LEVEL: 'info' })
  server = remoteServer(started.baseUrl)
  client = await withStore(started.databaseUrl, (store) => aClient(store, { pkceRequired: false }))
})
afterAll(() => started?.remove())

async function begin(language: string) {
  const begun = await server.fetch(authorizePath(client))
  const { searchParams } = new URL(begun.headers.get('location') ?? '', started.baseUrl)
  const ceremonyId = searchParams.get('ceremony') ?? ''
  const cookie = begun.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  const headers = { cookie, 'accept-language': language, 'sec-fetch-site': 'same-origin' }
  const submit = async (email: string, password: string) => {
    const response = await server.post('/auth/pwd', { ceremonyId, email, password }, { headers })
    return { status: response.status, headers: response.headers, html: await response.text() }
  }
  return { ceremonyId, submit }
}

/** Runs work while far more people sign in than the server can serve. */
async function whileOverrun<T>(work: () => Promise<T>): Promise<T> {
  const { submit } = await begin('en')
  let over = false
  const crowd = Array.from({ length: 300 }, async (_, i) => {
    while (!over) await submit(`nobody-${i}@example.org`, 'guess').catch(() => {})
  })
  try {
    await setTimeout(3_000)
    return await work()
  } finally {
    over = true
    await Promise.all(crowd)
  }
}

/** Submits a form until the server refuses it because of the load. */
async function refusedOnce(email: string, language: string) {
  const { ceremonyId, submit } = await begin(language)
  for (let tries = 0; tries < 20; tries++) {
    const answer = await submit(email, 'a-secret-word')
    if (answer.status === 503) return { ...answer, ceremonyId, submit }
  }
  throw new Error('Nothing was refused.')
}

const emails = ['ada@example.org', 'grace.hopper+navy@example.org', 'o"brien&co@example.org']

describe('the page for those who cannot be served now', () => {
  test('is the form in the language of the person, with what they typed but the password', async () => {
    const refused = await whileOverrun(() =>
      Promise.all(
        languages.flatMap((language) =>
          emails.map(async (email) => ({
            language,
            email,
            ...(await refusedOnce(email, language)),
          })),
        ),
      ),
    )
    for (const { language, email, headers, html, ceremonyId } of refused) {
      const what = `${language} ${email}`
      expect(headers.get('retry-after'), what).toMatch(/^([2-9]|10)$/)
      expect(headers.get('cache-control'), what).toContain('no-store')
      expect(html, what).toContain(`<html lang="${language}"`)
      expect(html, what).toContain(escapeHtml(textsIn(language as Language)('handler.login.busy')))
      expect(html, what).toMatch(
        /<form[^>]*action="\/auth\/pwd"[^>]*method="post"|<form[^>]*method="post"[^>]*action="\/auth\/pwd"/,
      )
      expect(html, what).toContain(`value="${ceremonyId}"`)
      const typed = /<input[^>]*name="email"[^>]*>/.exec(html)?.[0] ?? ''
      expect(typed.replaceAll('&quot;', '"').replaceAll('&amp;', '&'), what).toContain(
        `value="${email}"`,
      )
      expect(html, what).not.toContain('a-secret-word')
      // Every page has its own nonce and only its own interaction.
      const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1]
      const used = new Set([...html.matchAll(/nonce="([^"]+)"/g)].map(([, one]) => one))
      expect([...used], what).toEqual([nonce])
    }
    const ids = refused.map(({ ceremonyId }) => ceremonyId)
    for (const { html, ceremonyId } of refused) {
      for (const id of ids) if (id !== ceremonyId) expect(html).not.toContain(id)
    }
  }, 120_000)

  test('goes on with the same sign-in', async () => {
    const user = await withStore(started.databaseUrl, (store) => aUser(store))
    const { submit } = await whileOverrun(() => refusedOnce(user.email, 'en'))
    const answer = await submit(user.email, user.password)
    expect([302, 303]).toContain(answer.status)
    expect(answer.headers.get('location')).toContain('code=')
  }, 120_000)

  test('does not fill the log: there is a record a second', async () => {
    const records = () =>
      started
        .output()
        .split('\n')
        .filter((line) => line.includes('requests failed, service unavailable'))
    const before = records().length
    const begun = performance.now()
    await whileOverrun(async () => {})
    expect(records().length - before).toBeLessThanOrEqual(2 + (performance.now() - begun) / 1_000)
    expect(records().length).toBeGreaterThan(0)
  }, 120_000)
})
