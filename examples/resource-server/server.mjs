/**
 * An API that trusts the authorization server. It verifies access tokens locally with the server's
 * published keys, without a request to the server for each call.
 */
import { createServer } from 'node:http'
import { createRemoteJWKSet, jwtVerify } from 'jose'

const { ISSUER = 'http://localhost:3000', PORT = '8083' } = process.env

// Fetched once and cached. Fetched again when a token names an unknown key.
const keys = createRemoteJWKSet(new URL(`${ISSUER}/certs`))

/** Returns the token's claims. Throws unless it is an access token for this API. */
async function verify(token) {
  const { payload } = await jwtVerify(token, keys, {
    issuer: ISSUER,
    // The resource's identifier: tokens for another API are refused.
    audience: 'inventory',
    algorithms: ['RS256'],
    // ID tokens and refresh tokens have the same signing keys. Only this tells them apart.
    typ: 'at+jwt',
    requiredClaims: ['sub', 'exp', 'scope'],
  })
  return payload
}

/** Refuses as RFC 6750 requires. A request without a token gets no error code. */
function refuse(response, status, error) {
  const challenge = error
    ? `Bearer realm="inventory", error="${error}"`
    : 'Bearer realm="inventory"'
  response.writeHead(status, { 'WWW-Authenticate': challenge }).end()
}

createServer(async (request, response) => {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) return refuse(response, 401)
  const claims = await verify(token).catch(() => null)
  if (!claims) return refuse(response, 401, 'invalid_token')
  if (!claims.scope.split(' ').includes('inventory:read')) {
    return refuse(response, 403, 'insufficient_scope')
  }
  const body = JSON.stringify({ items: ['anvil', 'bellows'], askedBy: claims.sub })
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(body)
}).listen(Number(PORT), '127.0.0.1', () => {
  process.stdout.write(`listening on http://127.0.0.1:${PORT}\n`)
})
