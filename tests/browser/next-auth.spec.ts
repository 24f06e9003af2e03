import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { expect } from '@playwright/test'
import type { NextAuthOptions } from 'next-auth'
import { aClient, aUser } from '#tests/support/people.ts'
import { test } from './fixtures.ts'
import { signIn } from './people.ts'
import { startRelyingParty } from './relying-party.ts'

type ApiHandler = (request: object, response: object, options: NextAuthOptions) => Promise<void>
const require = createRequire(import.meta.url)
const { default: nextAuth } = require('next-auth') as { default: ApiHandler }

/** Adds what Next.js gives an API route beyond Node's request and response; next-auth itself is unmodified. */
async function serveNextAuth(
  request: IncomingMessage,
  response: ServerResponse,
  options: NextAuthOptions,
): Promise<void> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
  const cookies = (request.headers.cookie ?? '').split('; ').map((pair) => pair.split('='))
  let body = ''
  for await (const chunk of request) body += chunk
  const api = Object.assign(request, {
    query: {
      ...Object.fromEntries(url.searchParams),
      nextauth: url.pathname.split('/').slice(3),
    },
    cookies: Object.fromEntries(
      cookies.map(([name, value]) => [name, decodeURIComponent(value ?? '')]),
    ),
    body: Object.fromEntries(new URLSearchParams(body)),
  })
  const answer = Object.assign(response, {
    status(code: number) {
      response.statusCode = code
      return answer
    },
    json: (value: unknown) => response.end(JSON.stringify(value)),
    send: (value: unknown) =>
      response.end(typeof value === 'string' ? value : JSON.stringify(value)),
  })
  await nextAuth(api, answer, options)
}

test('Auth.js (next-auth) signs a person in and knows them @scripts', async ({
  page,
  serverUrl,
  store,
}) => {
  const user = await aUser(store)
  const current: { options: NextAuthOptions | null } = { options: null }
  const application = await startRelyingParty((request, response) => {
    if (request.url?.startsWith('/api/auth/') && current.options) {
      void serveNextAuth(request, response, current.options)
    } else response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Application</h1>')
  })
  try {
    const { origin } = application
    process.env.NEXTAUTH_URL = origin
    const registered = await aClient(store, {
      redirectUris: [`${origin}/api/auth/callback/authserver`],
    })
    current.options = {
      secret: 'a secret of the application',
      providers: [
        {
          id: 'authserver',
          name: 'authserver',
          type: 'oauth',
          wellKnown: `${serverUrl}/.well-known/openid-configuration`,
          clientId: registered.clientIdentifier,
          clientSecret: registered.secret,
          authorization: { params: { scope: 'openid profile email' } },
          idToken: true,
          checks: ['pkce', 'state', 'nonce'],
          profile: (profile) => ({ id: profile.sub, name: profile.name, email: profile.email }),
        },
      ],
    }

    await page.goto(`${origin}/api/auth/signin`)
    await page.getByRole('button', { name: 'Sign in with authserver' }).click()
    await signIn(page, user)
    await page.waitForURL(`${origin}/**`)

    await page.goto(`${origin}/api/auth/session`)
    const session = JSON.parse((await page.textContent('body')) ?? '{}')
    expect(session.user).toMatchObject({ name: 'Ada Lovelace', email: user.email })
  } finally {
    await application.close()
  }
})
