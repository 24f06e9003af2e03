import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aClientWithKeys,
  aKey,
  type KeyOfClient,
  signAssertion,
} from '#tests/protocol/modern/assertions.ts'
import { documentOf } from '#tests/protocol/modern/document-server.ts'
import { selfSigned } from '#tests/support/certificate.ts'
import { authorizePath, basicHeader, pkcePair, requestToken } from '#tests/support/oauth.ts'
import { aClient, aResource, grantToClient, type TestClient } from '#tests/support/people.ts'
import { type RemoteServer, remoteServer, withStore } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'

/** Uses a new connection, so that either process may answer. */
const alone = { connection: 'close' }
const several = Array.from({ length: 12 })
const pkce = { code_challenge: pkcePair().challenge, code_challenge_method: 'S256' }

const folder = mkdtempSync(join(tmpdir(), 'authserver-authority-'))
const certificate = selfSigned('localhost')
let asked = 0
/** The server of an application's metadata document. */
const publisher = createServer(certificate, (req, res) => {
  asked++
  const host = req.headers.host ?? ''
  const document = { client_id: `https://${host}${req.url}`, ...documentOf(host) }
  res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(document))
})
let started: StartedServer
let server: RemoteServer
let administrator: TestClient

beforeAll(async () => {
  const authority = join(folder, 'authority.pem')
  writeFileSync(authority, certificate.cert)
  started = await startServer({
    WORKERS: '2',
    RATE_LIMITER_ENABLED: 'false',
    NODE_EXTRA_CA_CERTS: authority,
  })
  server = remoteServer(started.baseUrl)
  await new Promise<void>((resolve) => publisher.listen(0, '127.0.0.1', resolve))
  await withStore(started.databaseUrl, async (store) => {
    await aResource(store, 'tasks', ['read'])
    administrator = await aClient(store)
    await grantToClient(store, administrator, 'authserver:manage')
    await store.settings.update({
      privateKeyJwtEnabled: true,
      pushedAuthorizationRequestsEnabled: true,
      clientIdMetadataDocumentsEnabled: true,
      clientIdMetadataDocumentHosts: hostOfDocuments(),
    })
  })
})
afterAll(async () => {
  await started?.remove()
  publisher.close()
  publisher.closeAllConnections()
  rmSync(folder, { recursive: true, force: true })
})

const hostOfDocuments = () => `localhost:${(publisher.address() as AddressInfo).port}`

async function administer(method: string, path: string, body: object): Promise<number> {
  const fields = { grant_type: 'client_credentials', scope: 'authserver:manage' }
  const token = await requestToken(server, administrator, fields)
  const headers = { authorization: `Bearer ${token.body.access_token}` }
  const init = { method, headers, body: JSON.stringify(body) }
  return (await server.fetch(`/api/v1/admin${path}`, init)).status
}

/** Asks both processes the same, many times at once. */
const askBoth = <T>(ask: () => Promise<T>) => Promise.all(several.map(ask))
const differing = (answers: readonly unknown[]) => [...new Set(answers)]

describe('an assertion', () => {
  let client: TestClient
  let key: KeyOfClient
  beforeAll(async () => {
    key = await aKey()
    await withStore(started.databaseUrl, async (store) => {
      client = await aClientWithKeys(store, [key])
      await grantToClient(store, client, 'tasks:read')
    })
  })

  const assertion = (by = key) =>
    signAssertion({ clock: { now: () => new Date() } as never }, client, by, {
      claims: { aud: started.baseUrl },
    })
  async function authenticate(client_assertion: string): Promise<string> {
    const fields = {
      grant_type: 'client_credentials',
      client_assertion,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    }
    const response = await server.post('/auth/token', fields, { headers: alone })
    const { error_description: text = '' } = await response.json()
    return `${response.status} ${text}`
  }

  test('that is sent many times at once to two processes counts once', async () => {
    for (let round = 0; round < 3; round++) {
      const sent = await assertion()
      const answers = await askBoth(() => authenticate(sent))
      expect(answers.filter((answer) => answer === '200 ')).toHaveLength(1)
      const others = differing(answers.filter((answer) => answer !== '200 '))
      expect(others).toEqual([expect.stringMatching(/^401 .*used before/)])
    }
  })

  test('is judged by the keys of now, at every process', async () => {
    const next = await aKey()
    const keys = { tokenEndpointAuthMethod: 'private_key_jwt', jwks: { keys: [next.jwk] } }
    expect(await administer('PUT', `/clients/${client.id}/keys`, keys)).toBe(200)
    const before = await askBoth(async () => authenticate(await assertion()))
    expect(before.filter((answer) => !answer.startsWith('401'))).toEqual([])
    const after = await askBoth(async () => authenticate(await assertion(next)))
    expect(differing(after)).toEqual(['200 '])
  })
})

describe('a pushed request', () => {
  let client: TestClient
  beforeAll(async () => {
    client = await withStore(started.databaseUrl, (store) => aClient(store))
  })

  async function push(): Promise<Response> {
    const fields = {
      response_type: 'code',
      redirect_uri: client.redirectUri,
      scope: 'openid',
      ...pkce,
    }
    const headers = { ...alone, authorization: basicHeader(client) }
    return server.post('/auth/par', fields, { headers })
  }
  async function open(handle: string): Promise<number> {
    const query = new URLSearchParams({ client_id: client.clientIdentifier, request_uri: handle })
    const response = await server.fetch(`/auth/authorize?${query}`, { headers: alone })
    await response.arrayBuffer()
    return response.status
  }

  test('that many browsers open at once is begun by one, whichever process took it', async () => {
    for (let round = 0; round < 3; round++) {
      const { request_uri: handle } = await (await push()).json()
      const statuses = await askBoth(() => open(handle))
      const begun = statuses.filter((status) => status !== 400)
      expect(begun).toHaveLength(1)
      expect(begun[0]).toBeLessThan(400)
    }
  })

  test('is needed, or not taken any more, at every process with the next request', async () => {
    const restrictions = { pushedRequestsRequired: true }
    const path = `/clients/${client.id}/restrictions`
    expect(await administer('PUT', path, restrictions)).toBe(200)
    const plain = async () => {
      const response = await server.fetch(authorizePath(client, pkce), { headers: alone })
      return response.headers.get('location') ?? ''
    }
    const refused = await askBoth(plain)
    expect(refused.filter((location) => !location.includes('error=invalid_request'))).toEqual([])
    const off = { pushedAuthorizationRequestsEnabled: false }
    expect(await administer('PUT', '/settings/protocol', off)).toBe(200)
    expect(differing(await askBoth(async () => (await push()).status))).toEqual([404])
  })
})

describe('a client that comes by its document', () => {
  const client = () => ({
    clientIdentifier: `https://${hostOfDocuments()}/agent.json`,
    redirectUri: `https://${hostOfDocuments()}/cb`,
  })
  async function visit(): Promise<number> {
    const response = await server.fetch(authorizePath(client(), pkce), { headers: alone })
    await response.arrayBuffer()
    return response.status
  }

  test('is stored once, although it comes to two processes at the same time', async () => {
    const statuses = await askBoth(visit)
    expect(statuses.filter((status) => status >= 400)).toEqual([])
    expect(asked).toBeLessThanOrEqual(2)
    const rows = await withStore(started.databaseUrl, (store) =>
      store.clientRegistrations.count({ approval: null, kind: 'metadata_document' }),
    )
    expect(rows).toBe(1)
  })

  test.each([
    ['refused', (status: number) => status === 400],
    ['approved', (status: number) => status < 400],
  ])('and is %s counts at every process with the next request', async (approval, isRight) => {
    const { clientIdentifier } = client()
    const found = await withStore(started.databaseUrl, (store) =>
      store.clients.findByIdentifier(clientIdentifier),
    )
    expect(await administer('PUT', `/clients/${found?.id}/approval`, { approval })).toBe(200)
    const statuses = await askBoth(visit)
    expect(statuses.filter((status) => !isRight(status))).toEqual([])
  })

  test('is out of use at every process as soon as its host is not trusted any more', async () => {
    const nobody = { clientIdMetadataDocumentHosts: [] }
    expect(await administer('PUT', '/settings/protocol', nobody)).toBe(200)
    expect(differing(await askBoth(visit))).toEqual([400])
  })
})
