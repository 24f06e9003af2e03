/**
 * An API that trusts the authorization server: it verifies access tokens by itself, with the keys
 * that the server publishes, and asks it nothing per request.
 */
import { createServer } from 'node:http'
import { createRemoteJWKSet, jwtVerify } from 'jose'

const { ISSUER = 'http://localhost:3000', PORT = '8083' } = process.env

// Fetched once, kept, and fetched again when a token names a key that is not among them.
const keys = createRemoteJWKSet(new URL(`${ISSUER}/certs`))

/** The token's claims; throws for a token that is not an access token for this API. */
async function verify(token) {
  const { payload } = await jwtVerify(token, keys, {
    issuer: ISSUER,
    // The resource's identifier: a token made for another API is refused.
    audience: 'inventory',
    algorithms: ['RS256'],
    // ID tokens and refresh tokens are signed with the same keys: only this says what it is.
    typ: 'at+jwt',
    requiredClaims: ['sub', 'exp', 'scope'],
  })
  return payload
}

/** Refuses as RFC 6750 has it: without a token no error code, so that nothing is given away. */
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
