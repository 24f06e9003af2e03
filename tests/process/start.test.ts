import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { remoteServer } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'

let started: StartedServer

beforeAll(async () => {
  started = await startServer({ ADMIN_PASSWORD: undefined })
})
afterAll(() => started?.remove())

describe('a started server', () => {
  test('prints its address, the administrator and a generated password once', async () => {
    const banner = started.output()
    expect(banner).toContain(started.baseUrl)
    expect(banner).toContain(started.administrator.email)
    expect(banner.toLowerCase()).toContain('password')
  })

  test('answers health, readiness, discovery and keys', async () => {
    const server = remoteServer(started.baseUrl)
    for (const path of ['/health', '/ready', '/.well-known/openid-configuration', '/certs']) {
      const response = await server.fetch(path)
      expect(response.status, path).toBe(200)
      expect(response.headers.get('x-request-id'), path).toMatch(/^[\w.-]{1,64}$/)
    }
  })

  test('answers an unknown path with 404', async () => {
    const response = await remoteServer(started.baseUrl).fetch('/no/such/path')
    expect(response.status).toBe(404)
  })

  test('has no compiler, file watcher or image library in its memory', async () => {
    // What a process has loaded of native libraries can be read on Linux only.
    if (process.platform !== 'linux') return
    expect((await remoteServer(started.baseUrl).fetch('/no/such/page')).status).toBe(404)
    const loaded = readFileSync(`/proc/${started.pid()}/maps`, 'utf8')
    expect(loaded).toContain('better-sqlite3')
    expect(loaded).not.toMatch(/@swc\/core|swc-native|@parcel\/watcher|@next\/swc|libvips|sharp/)
  })

  test('ends on SIGTERM and starts again with the same data, without a password', async () => {
    const before = started.output().length
    const keys = await (await remoteServer(started.baseUrl).fetch('/certs')).text()
    await started.end('SIGTERM')
    await started.startAgain()
    expect(await (await remoteServer(started.baseUrl).fetch('/certs')).text()).toBe(keys)
    expect(started.output().slice(before).toLowerCase()).not.toContain('password')
  })
})
