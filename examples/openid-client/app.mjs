/**
 * A minimal web application that signs users in. Run `npm install openid-client`, then
 * `ISSUER=http://localhost:3000 CLIENT_ID=… CLIENT_SECRET=… node app.mjs`, and open
 * http://localhost:8080. The client's redirect URIs are http://localhost:8080/callback and
 * http://localhost:8080/.
 */
import { createServer } from 'node:http'
import * as client from 'openid-client'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, PORT = '8080' } = process.env
const origin = `http://localhost:${PORT}`
const redirectUri = `${origin}/callback`

// `allowInsecureRequests` allows http, for this machine only. Remove it in production.
const config = await client.discovery(new URL(ISSUER), CLIENT_ID, CLIENT_SECRET, undefined, {
  execute: [client.allowInsecureRequests],
})

/** This example supports one sign-in at a time. A real application stores both in a session. */
let pending
let person

async function signIn(response) {
  pending = { verifier: client.randomPKCECodeVerifier(), state: client.randomState() }
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid profile email',
    code_challenge: await client.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
    state: pending.state,
  })
  response.writeHead(302, { Location: address.href }).end()
}

async function finishSignIn(address, response) {
  if (!pending) throw new Error('No sign-in was begun here.')
  const { verifier, state } = pending
  // Valid for one response: a reload must not redeem the code again, which would revoke the tokens.
  pending = undefined
  const tokens = await client.authorizationCodeGrant(config, address, {
    pkceCodeVerifier: verifier,
    expectedState: state,
  })
  const { sub } = tokens.claims()
  const profile = await client.fetchUserInfo(config, tokens.access_token, sub)
  person = { ...profile, idToken: tokens.id_token }
  response.writeHead(302, { Location: '/' }).end()
}

function signOut(response) {
  if (!person) throw new Error('Nobody is signed in.')
  const address = client.buildEndSessionUrl(config, {
    id_token_hint: person.idToken,
    post_logout_redirect_uri: `${origin}/`,
  })
  person = undefined
  response.writeHead(302, { Location: address.href }).end()
}

function welcome(response) {
  const text = person
    ? `<p>Hello ${person.email}.</p><a href="/sign-out">Sign out</a>`
    : '<a href="/sign-in">Sign in</a>'
  response.writeHead(200, { 'Content-Type': 'text/html' }).end(text)
}

/** Cancel returns an error too. The page never shows text from the address. */
function refuse(error, response) {
  process.stderr.write(`${error.message}\n`)
  const cancelled = error.error === 'access_denied'
  const text = cancelled ? 'You did not allow the sign-in.' : 'That did not work.'
  response.writeHead(400, { 'Content-Type': 'text/html' })
  response.end(`<p>${text}</p><a href="/sign-in">Sign in</a>`)
}

async function answer(request, response) {
  const address = new URL(request.url, origin)
  if (address.pathname === '/sign-in') return signIn(response)
  if (address.pathname === '/callback') return finishSignIn(address, response)
  if (address.pathname === '/sign-out') return signOut(response)
  return welcome(response)
}

createServer((request, response) => {
  answer(request, response).catch((error) => refuse(error, response))
  // One person for all browsers: nobody else on the network may open it.
}).listen(Number(PORT), 'localhost', () => process.stdout.write(`listening on ${origin}\n`))
