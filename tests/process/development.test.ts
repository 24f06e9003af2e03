import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languages } from '#lib/i18n/languages.ts'
import { textsIn } from '#lib/i18n/texts.ts'
import { messageNames } from '#lib/mail/samples.ts'
import { remoteServer } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { consoleCookies } from './console-cookies.ts'

const started: StartedServer[] = []
afterAll(() => Promise.all(started.map((server) => server.remove())))

async function start(args: readonly string[]): Promise<StartedServer> {
  const server = await startServer({}, args)
  started.push(server)
  return server
}

test('the built server has no page that shows its mail', async () => {
  const { baseUrl } = await start([])
  for (const path of [
    '/dev/mail',
    '/dev/mail/',
    '/dev/mail?language=de',
    '/dev',
    '/dev/mail.dev',
  ]) {
    const response = await fetch(baseUrl + path, { redirect: 'manual' })
    expect([path, response.status]).toEqual([path, 404])
    expect(await response.text()).not.toContain('page-mail-preview')
  }
})

describe('the development server', () => {
  let development: StartedServer

  beforeAll(async () => {
    development = await start(['--dev'])
  })

  test('answers route files through Next as the built server does: a sign-in to the console ends there', async () => {
    const server = remoteServer(development.baseUrl)
    const cookie = await consoleCookies(server, development.administrator, '/account/email')
    const page = await server.fetch('/account/email', { headers: { cookie } })
    expect(page.status).toBe(200)
    expect(await page.text()).toContain(development.administrator.email)
    const refused = await server.fetch('/auth/authorize?client_id=nobody')
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('id="page-auth-error"')
    expect((await server.fetch('/health', { method: 'DELETE' })).status).toBe(405)
  })

  test('shows every message in the language asked for, each in a frame that may do nothing', async () => {
    const { baseUrl } = development
    for (const language of languages) {
      const response = await fetch(`${baseUrl}/dev/mail?language=${language}`)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      const html = await response.text()
      expect(html.match(/<iframe [^>]*sandbox=""/g)).toHaveLength(2 * messageNames.length)
      for (const name of messageNames) expect(html).toContain(`<article id="${name}"`)
      const appName = /<title>.* · (.*)<\/title>/.exec(html)?.[1] ?? ''
      expect(html).toContain(textsIn(language)('mail.test.text', { appName }))
    }
  })
})
