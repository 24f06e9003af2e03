import { makeListener } from '#lib/server/dispatch.ts'
import { makeHttpServer } from '#lib/server/http-server.ts'
import { type Browser, browser } from '#tests/support/browser.ts'
import { freePort } from '#tests/support/free-port.ts'
import { aUser, grantToUser, type TestUser } from '#tests/support/people.ts'
import { server, type TestServer } from '#tests/support/server.ts'

/** An in-process server that its own console calls over loopback. */
export interface ConsoleServer {
  readonly app: TestServer
  tokenRequests(): number
  /** Answers `/certs` with this key set; null: with the server's own. */
  publish(keySet: object | null): void
  /** Stops answering over loopback. */
  stop(): Promise<void>
}

export async function consoleServer(): Promise<ConsoleServer> {
  const port = await freePort()
  const app = await server({
    env: { PORT: String(port), HOSTNAME: '127.0.0.1', RATE_LIMITER_ENABLED: 'false' },
  })
  const unused = async () => {
    throw new Error('No page is rendered here.')
  }
  const answer = makeListener(app.runtime, { serve: unused, serveView: unused })
  let tokenRequests = 0
  let published: object | null = null
  const http = makeHttpServer((req, res) => {
    if (req.url === '/auth/token') tokenRequests++
    if (req.url === '/certs' && published) {
      res.setHeader('Content-Type', 'application/json')
      return res.end(JSON.stringify(published))
    }
    if (!req.url?.startsWith('/api/')) return answer(req, res)
    // In production Next.js routes the APIs; here the route files are called directly.
    void answerApi(app, req, res)
  })
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
  return {
    app,
    tokenRequests: () => tokenRequests,
    publish(keySet) {
      published = keySet
    },
    stop: () =>
      new Promise((resolve) => {
        http.closeAllConnections()
        http.close(() => resolve())
      }),
  }
}

/** A user who may manage their own account. */
export async function anAccountHolder({ app }: ConsoleServer): Promise<TestUser> {
  const user = await aUser(app.store)
  await grantToUser(app.store, user, 'authserver:manage-account')
  return user
}

async function answerApi(
  app: TestServer,
  req: import('node:http').IncomingMessage,
  res: import('node:http').ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  const headers = Object.entries(req.headers).map(([name, value]) => [name, String(value)])
  const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}
  const answer = await app.fetch(req.url ?? '/', {
    method: req.method ?? 'GET',
    headers: Object.fromEntries(headers),
    ...body,
  })
  res.writeHead(answer.status, Object.fromEntries(answer.headers))
  res.end(Buffer.from(await answer.arrayBuffer()))
}

/** A browser in a console sign-in, right before the server's response is posted. */
export interface Returning {
  readonly person: Browser
  readonly fields: Record<string, string>
}

/** Starts a console sign-in for a page and signs the user in, up to the callback. */
export async function returning(
  app: TestServer,
  user: Pick<TestUser, 'email' | 'password'>,
  to: string,
): Promise<Returning> {
  const person = browser(app)
  await person.visit(`/console/sign-in?to=${encodeURIComponent(to)}`)
  const last = await person.submit({ email: user.email, password: user.password })
  if (!last.formPost) throw new Error(`The sign-in ended at ${last.url.href}.`)
  return { person, fields: last.formPost.fields }
}

/** Posts to the callback as the server's own page does; redirects are not followed. */
export async function comeBack(
  app: TestServer,
  { person, fields }: Returning,
  changes: Readonly<Record<string, string | undefined>> = {},
): Promise<Response> {
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await app.post(
    '/console/callback',
    { ...fields, ...changes },
    { headers: { cookie } },
  )
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/max-age=0/i.test(line)) person.cookies.delete(name)
    else person.cookies.set(name, value)
  }
  return response
}

export function consoleCookie(person: Browser): string {
  return person.cookies.get('authserver-console') ?? ''
}
