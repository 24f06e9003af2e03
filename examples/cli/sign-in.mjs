/**
 * Signs a user in from a terminal. The user signs in with the browser, which returns to a port that
 * this program opens for the sign-in (RFC 8252). A program on a user's machine cannot keep a secret.
 * Instead, PKCE proves that the program that redeems the code is the one that requested it.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import * as client from 'openid-client'

const {
  ISSUER = 'http://localhost:3000',
  CLIENT_ID = 'example-cli',
  SCOPE = 'openid profile email',
} = process.env

// `allowInsecureRequests` allows http, for this machine only. Remove it in production.
const config = await client.discovery(new URL(ISSUER), CLIENT_ID, undefined, client.None(), {
  execute: [client.allowInsecureRequests],
})

// Any free port on the loopback address. The name "localhost" could resolve to another address.
const server = createServer().listen(0, '127.0.0.1')
await once(server, 'listening')
const redirectUri = `http://127.0.0.1:${server.address().port}/callback`

const verifier = client.randomPKCECodeVerifier()
const state = client.randomState()
const address = client.buildAuthorizationUrl(config, {
  redirect_uri: redirectUri,
  scope: SCOPE,
  code_challenge: await client.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
  state,
})
process.stdout.write(`Open this address in your browser:\n${address.href}\n`)

/** Waits for the browser to return. Browsers also request other paths, such as an icon. */
async function browserReturns() {
  for (;;) {
    const [request, response] = await once(server, 'request')
    const callback = new URL(request.url, redirectUri)
    const isCallback = callback.pathname === '/callback'
    response.writeHead(isCallback ? 200 : 404, {
      'Content-Type': 'text/plain',
      Connection: 'close',
    })
    response.end(isCallback ? 'You can close this page and return to the terminal.\n' : '')
    if (isCallback) return callback
  }
}

const callback = await browserReturns()
server.close()
try {
  const tokens = await client.authorizationCodeGrant(config, callback, {
    pkceCodeVerifier: verifier,
    expectedState: state,
  })
  const person = await client.fetchUserInfo(config, tokens.access_token, tokens.claims().sub)
  process.stdout.write(`Signed in as ${person.email}.\n`)
  // What the user did not approve, or does not hold, is missing here.
  process.stdout.write(`Granted: ${tokens.scope}\n`)
  if (process.env.SCOPE) process.stdout.write(`Access token: ${tokens.access_token}\n`)
} catch (error) {
  // Cancel on the sign-in page returns `access_denied`.
  process.stderr.write(`Not signed in: ${error.error_description ?? error.message}\n`)
  process.exitCode = 1
}
