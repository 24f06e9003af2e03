import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { snippetsFor } from '#app/admin/clients/[id]/connect/snippets.ts'

const kind = {
  isPublic: false,
  authorizationCodeEnabled: true,
  clientCredentialsEnabled: false,
  webOrigins: null,
}

function valuesOf(issuer: string, redirectUri: string) {
  return {
    issuer,
    discovery: `${issuer}/.well-known/openid-configuration`,
    authorization: `${issuer}/auth/authorize`,
    token: `${issuer}/auth/token`,
    userInfo: `${issuer}/userinfo`,
    keys: `${issuer}/certs`,
    signOut: `${issuer}/auth/logout`,
    appName: 'authserver',
    clientIdentifier: 'example-oauth2-proxy',
    redirectUri,
    ownScopes: '',
  }
}

function proxySnippet(issuer: string, redirectUri: string): string {
  const snippets = snippetsFor(kind, valuesOf(issuer, redirectUri))
  return snippets.find(({ id }) => id === 'oauth2-proxy')?.code ?? ''
}

test('an application in the browser is told to register its origin while there is none', () => {
  const values = valuesOf('http://localhost:3000', 'http://localhost:5173/callback')
  const notes = [null, [], ['http://localhost:5173']].map((webOrigins) => {
    const [first] = snippetsFor({ ...kind, isPublic: true, webOrigins }, values)
    return first?.note
  })
  expect(notes).toEqual(['spa', 'spa', 'browser'])
})

test('the console and the guide configure oauth2-proxy alike', () => {
  const guide = readFileSync('examples/oauth2-proxy/oauth2-proxy.cfg', 'utf8')
  const lines = (text: string) =>
    text.split('\n').filter((line) => /^(?!client_secret)\w/.test(line))
  expect(
    lines(proxySnippet('http://localhost:3000', 'http://localhost:4180/oauth2/callback')),
  ).toEqual(lines(guide))
})

test('over https the cookie of oauth2-proxy stays secure', () => {
  const code = proxySnippet('https://login.example.com', 'https://app.example.com/oauth2/callback')
  expect(code).not.toContain('cookie_secure')
  expect(code).toContain('whitelist_domains = ["login.example.com"]')
})
