import { pathToFileURL } from 'node:url'
import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { createLocalJWKSet } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browser } from '#tests/support/browser.ts'
import { approval, readJwt, responseOf } from '#tests/support/oauth.ts'
import { aResource, aUser, grantToUser, type TestUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { documentOf, documentServer } from './document-server.ts'

// The SDK and jose read the machine's clock.
const app = await server({ now: new Date(), env: { RATE_LIMITER_ENABLED: 'false' } })
const remote = await documentServer()
afterAll(remote.stop)

const issuer = 'http://localhost:3000'
const resource = 'https://mcp.example/mcp'
const folder = new URL('../../../examples/mcp-server/', import.meta.url)
type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>
let user: TestUser
let network: Fetch

beforeAll(async () => {
  user = await aUser(app.store)
  const { id } = await aResource(app.store, 'tasks', ['read'])
  await grantToUser(app.store, user, 'tasks:read')
  await app.store.resourceIndicators.replace(id, [{ uri: resource, uriKey: resource }], new Date())
  // The settings that the button “Ready for agents” makes, and a trusted host.
  await app.changeSettings({
    authorizationServerMetadataEnabled: true,
    authorizationResponseIssEnabled: true,
    tokenRevocationEnabled: true,
    resourceIndicatorsEnabled: true,
    clientIdMetadataDocumentsEnabled: true,
    clientIdMetadataDocumentHosts: remote.host,
    clientIdMetadataDocumentOtherHosts: 'approve',
    dynamicClientApprovalRequired: true,
  })
  remote.serve(documentOf(remote.host, { client_name: 'An agent' }))
  const keys = createLocalJWKSet(await (await app.fetch('/certs')).json())
  const { mcpApp } = await import(pathToFileURL(new URL('app.mjs', folder).pathname).href)
  const mcp: (request: Request) => Promise<Response> = mcpApp({ issuer, resource, keys })
  network = (url, init) => {
    const address = new URL(url)
    if (address.origin === issuer) return app.fetch(address.href, init)
    if (address.origin === new URL(resource).origin) return mcp(new Request(address, init))
    return Promise.resolve(new Response(null, { status: 404 }))
  }
})

/** The memory of an agent, and the address to which it sends its user. */
function agent() {
  const kept: { client?: object; tokens?: OAuthTokens; verifier?: string; address?: URL } = {}
  const redirectUrl = 'http://127.0.0.1:33418/callback'
  const provider = {
    redirectUrl,
    clientMetadataUrl: remote.url('/agent.json'),
    clientMetadata: { client_name: 'An agent', redirect_uris: [redirectUrl] },
    clientInformation: () => kept.client,
    saveClientInformation: (client: object) => void Object.assign(kept, { client }),
    tokens: () => kept.tokens,
    saveTokens: (tokens: OAuthTokens) => void Object.assign(kept, { tokens }),
    saveCodeVerifier: (verifier: string) => void Object.assign(kept, { verifier }),
    codeVerifier: () => kept.verifier ?? '',
    redirectToAuthorization: (address: URL) => void Object.assign(kept, { address }),
    invalidateCredentials: (what: string) => {
      if (what === 'tokens' || what === 'all') delete kept.tokens
    },
  }
  return { kept, provider: provider as unknown as OAuthClientProvider }
}

/** Connects as agents do; a transport serves one try. */
async function connect(provider: OAuthClientProvider) {
  const transport = new StreamableHTTPClientTransport(new URL(resource), {
    authProvider: provider,
    fetch: network,
  })
  const client = new Client({ name: 'agent', version: '1.0.0' })
  const connected = client.connect(transport as never)
  return { client, transport, connected }
}

/** The user signs in and approves. @returns the code */
async function approve(address: URL | undefined): Promise<string> {
  const person = browser(app)
  let last = await person.visit(`${address?.pathname}${address?.search}`)
  if (last.view?.page === 'sign-in') {
    last = await person.submit({ email: user.email, password: user.password })
  }
  if (last.view?.page === 'consent') last = await person.submit(approval(last))
  const answer = responseOf(last)
  expect(answer?.iss).toBe(issuer)
  return answer?.code ?? ''
}

describe('the client of the MCP TypeScript SDK', () => {
  test('finds its way, identifies itself by its document, and uses a tool as the person', async () => {
    const { kept, provider } = agent()
    const first = await connect(provider)
    await expect(first.connected).rejects.toThrow()
    expect(Object.fromEntries(kept.address?.searchParams ?? [])).toMatchObject({
      client_id: remote.url('/agent.json'),
      resource,
      scope: expect.stringContaining('tasks:read'),
      code_challenge_method: 'S256',
    })
    await first.transport.finishAuth(await approve(kept.address))
    expect(readJwt(kept.tokens?.access_token ?? '').payload).toMatchObject({
      aud: resource,
      sub: user.subject,
      client_id: remote.url('/agent.json'),
    })
    const { client, connected } = await connect(provider)
    await connected
    const { content } = await client.callTool({ name: 'list_tasks' })
    expect(content).toEqual([
      { type: 'text', text: JSON.stringify({ tasks: ['Water the plants'], of: user.subject }) },
    ])
  })

  test('refreshes its tokens for the same server, and asks again once they are revoked', async () => {
    const { kept, provider } = agent()
    const { connected, transport } = await connect(provider)
    await expect(connected).rejects.toThrow()
    await transport.finishAuth(await approve(kept.address))
    const before = kept.tokens
    expect(await auth(provider, { serverUrl: resource, fetchFn: network })).toBe('AUTHORIZED')
    expect(kept.tokens?.refresh_token).not.toBe(before?.refresh_token)
    expect(readJwt(kept.tokens?.access_token ?? '').payload.aud).toBe(resource)

    const metadata = await (await app.fetch('/.well-known/oauth-authorization-server')).json()
    const revoked = await app.post(metadata.revocation_endpoint, {
      token: kept.tokens?.refresh_token,
      client_id: remote.url('/agent.json'),
    })
    expect(revoked.status).toBe(200)
    const asked = kept.address
    expect(await auth(provider, { serverUrl: resource, fetchFn: network })).toBe('REDIRECT')
    expect(kept.address).not.toBe(asked)
  })
})

describe('the MCP server', () => {
  const ask = (token?: string) =>
    network(resource, {
      method: 'POST',
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })

  test('names its metadata to those without a token, and refuses tokens for another API', async () => {
    const challenge = (await ask()).headers.get('www-authenticate')
    expect(challenge).toBe(
      'Bearer resource_metadata="https://mcp.example/.well-known/oauth-protected-resource/mcp", scope="tasks:read"',
    )
    const wrong = await ask('x.y.z')
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('error="invalid_token"'),
    ])
  })
})
