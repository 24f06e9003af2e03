import type { Guide } from './guide.ts'

export const cli: Guide = {
  id: 'cli',
  title: 'Command line',
  kind: 'native',
  mark: '>_',
  color: '#171717',
  library: 'openid-client',
  version: '6.8.9',
  isRunBy: 'examples/cli',
  addresses: { port: null, redirectUri: 'http://127.0.0.1/callback', afterSignOut: null },
  steps: [
    {
      title: 'Install openid-client',
      text: 'The browser returns to a free port of this computer. A redirect URI with 127.0.0.1 and no port fits every port.',
      code: [{ name: 'Terminal', language: 'shell', code: 'npm install openid-client@6.8.9' }],
    },
    {
      title: 'Sign in',
      text: 'There is no secret: everybody who has the program could read it.',
      code: [
        {
          name: 'sign-in.mjs',
          language: 'js',
          code: `import { once } from 'node:events'
import { createServer } from 'node:http'
import * as client from 'openid-client'

const config = await client.discovery(
  new URL('{{issuer}}'),
  '{{clientId}}',
  undefined,
  client.None(),
{{http}}  { execute: [client.allowInsecureRequests] }, // The issuer is http: on this computer only.
)

// Any free port on the loopback address. The name "localhost" could resolve to another address.
const server = createServer().listen(0, '127.0.0.1')
await once(server, 'listening')
const redirectUri = 'http://127.0.0.1:' + server.address().port + '/callback'

const verifier = client.randomPKCECodeVerifier()
const state = client.randomState()
const address = client.buildAuthorizationUrl(config, {
  redirect_uri: redirectUri,
  scope: 'openid profile email',
  code_challenge: await client.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
  state,
})
console.log('Open this address in your browser:\\n' + address.href)

const callback = await new Promise((resolve) => {
  server.on('request', (request, response) => {
    const url = new URL(request.url, redirectUri)
    const isCallback = url.pathname === '/callback'
    response.writeHead(isCallback ? 200 : 404, { 'Content-Type': 'text/plain', Connection: 'close' })
    response.end(isCallback ? 'You can close this page and return to the terminal.' : '')
    if (isCallback) resolve(url)
  })
})
server.close()

const tokens = await client.authorizationCodeGrant(config, callback, {
  pkceCodeVerifier: verifier,
  expectedState: state,
})
const person = await client.fetchUserInfo(config, tokens.access_token, tokens.claims().sub)
console.log('Signed in as ' + person.email + '.')`,
        },
        { name: 'Terminal', language: 'shell', code: 'node sign-in.mjs' },
      ],
    },
    {
      title: 'Sign out here too',
      text: 'Delete the tokens of the program. Its refresh token ends with the session in the browser, unless it asked for offline_access: keep such a token in the system’s keychain, not in a file.',
    },
  ],
}
