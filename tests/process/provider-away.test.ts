import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorizePath } from '#tests/support/oauth.ts'
import { aClient } from '#tests/support/people.ts'
import { aProvider } from '#tests/support/providers.ts'
import { remoteServer, withStore } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'

let started: StartedServer
const asked: string[] = []
/** Takes requests and never answers. */
const silent = createServer((request) => void asked.push(request.url ?? ''))

beforeAll(async () => {
  started = await startServer()
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
})
afterAll(async () => {
  silent.closeAllConnections()
  silent.close()
  await started?.remove()
})

test('a start and the sign-in page ask no identity provider, so that none of them is needed', async () => {
  const { port } = silent.address() as AddressInfo
  const client = await withStore(started.databaseUrl, async (store) => {
    await store.settings.update({ identityProvidersEnabled: true })
    await aProvider(store, { issuer: `http://127.0.0.1:${port}` })
    await aProvider(store, { issuer: 'http://127.0.0.1:1' })
    return aClient(store, { pkceRequired: false })
  })
  await started.end()
  await started.startAgain()
  const server = remoteServer(started.baseUrl)
  expect((await server.fetch('/ready')).status).toBe(200)
  const first = await server.fetch(authorizePath(client), { redirect: 'manual' })
  const cookie = first.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const page = await server.fetch(first.headers.get('location') ?? '', { headers: { cookie } })
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Example ID')])
  expect(started.isRunning()).toBe(true)
  expect(asked).toEqual([])
})
