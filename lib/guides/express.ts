import type { Guide } from './guide.ts'

export const express: Guide = {
  id: 'express',
  title: 'Express',
  kind: 'web',
  mark: 'E',
  color: '#444444',
  library: 'express-openid-connect',
  version: '3.4.0',
  ranOn: '27 November 2026',
  addresses: { port: 3000, redirectUri: '{{origin}}/callback', afterSignOut: '{{origin}}' },
  steps: [
    {
      title: 'Install express-openid-connect',
      code: [
        {
          name: 'Terminal',
          language: 'shell',
          code: 'npm install express express-openid-connect@3.4.0',
        },
      ],
    },
    {
      title: 'Add your values',
      text: 'Keep this file out of version control. SECRET encrypts the session cookie: take any 32 random bytes (openssl rand -base64 32).',
      code: [
        {
          name: '.env',
          language: 'ini',
          code: `SECRET=<32 random bytes>
ISSUER_BASE_URL={{issuer}}
BASE_URL={{origin}}
CLIENT_ID={{clientId}}
CLIENT_SECRET={{secret}}`,
        },
      ],
    },
    {
      title: 'Create the server',
      text: 'The library starts with the implicit flow unless response_type says otherwise. idpLogout signs people out at the server too.',
      code: [
        {
          name: 'server.mjs',
          language: 'js',
          code: `import express from 'express'
import oidc from 'express-openid-connect'

const { auth, requiresAuth } = oidc
const app = express()

// Reads ISSUER_BASE_URL, BASE_URL, CLIENT_ID, CLIENT_SECRET and SECRET.
app.use(
  auth({
    authRequired: false,
    idpLogout: true,
    authorizationParams: { response_type: 'code', scope: 'openid profile email' },
  }),
)

app.get('/', (req, res) => {
  res.send(req.oidc.isAuthenticated() ? '<a href="/logout">Sign out</a>' : '<a href="/login">Sign in</a>')
})

app.listen(new URL(process.env.BASE_URL).port)`,
        },
        { name: 'Terminal', language: 'shell', code: 'node --env-file=.env server.mjs' },
      ],
    },
    {
      title: 'Protect a page',
      text: 'Send people to sign in when they aren’t.',
      code: [
        {
          name: 'server.mjs',
          language: 'js',
          code: `app.get('/private', requiresAuth(), (req, res) => {
  res.json(req.oidc.user)
})`,
        },
      ],
    },
    {
      title: 'Sign out here too',
      text: 'A link to /logout ends both sessions. The address after it is the base URL without a slash at its end: register it like that.',
    },
  ],
  behindProxy: 'Add app.set("trust proxy", 1) and set BASE_URL to the public https address.',
}
