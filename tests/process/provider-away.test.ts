import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
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
/** Answers everything with two megabytes. */
const endless = createServer((request, response) => {
  asked.push(request.url ?? '')
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ issuer: 'x'.repeat(2 * 1024 * 1024) }))
})

beforeAll(async () => {
  started = await startServer()
  for (const one of [silent, endless]) {
    one.listen(0, '127.0.0.1')
    await once(one, 'listening')
  }
})
afterAll(async () => {
  for (const one of [silent, endless]) {
    one.closeAllConnections()
    one.close()
  }
  await started?.remove()
})

const at = (one: Server) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`

test('a start and the sign-in page need no identity provider, and one that answers too much costs its button only', async () => {
  const client = await withStore(started.databaseUrl, async (store) => {
    await store.settings.update({ identityProvidersEnabled: true })
    await aProvider(store, { issuer: at(silent) })
    await aProvider(store, { issuer: 'http://127.0.0.1:1' })
    await aProvider(store, { issuer: at(endless), alias: 'endless' })
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
  const pageOf = (address: string | null) => server.fetch(address ?? '', { headers: { cookie } })
  const page = await pageOf(first.headers.get('location'))
  const html = await page.text()
  expect([page.status, html]).toEqual([200, expect.stringContaining('Example ID')])
  expect(started.isRunning()).toBe(true)
  expect(asked).toEqual([])

  // One that answers more than anybody reads costs its own button only.
  const ceremonyId = /name="ceremonyId" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const back = await server.post(
    '/auth/provider',
    { ceremonyId, alias: 'endless' },
    { headers: { cookie, origin: started.baseUrl } },
  )
  expect(back.status).toBe(303)
  const told = await pageOf(back.headers.get('location'))
  expect(await told.text()).toContain('can’t be reached right now')
  expect(asked).toEqual(['/.well-known/openid-configuration'])
  expect((await server.fetch('/ready')).status).toBe(200)
})
