import { afterEach, describe, expect, test, vi } from 'vitest'
import { server } from '#tests/support/server.ts'

/* Resource servers verify tokens with these: they go on while the database is away. */

const app = await server()
const { store } = app
const paths = ['/.well-known/openid-configuration', '/certs', '/openapi.yaml']

/** How the database may be away: it refuses, or says nothing at all. */
const outages = {
  refuses: () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })),
  'is silent': () => new Promise<never>(() => {}),
}

afterEach(() => void vi.restoreAllMocks())

describe.each(Object.entries(outages))('while the database %s', (_, outage) => {
  test.each(paths)('%s answers as before, for a few minutes at most', async (path) => {
    const before = await app.fetch(path)
    const body = await before.text()
    vi.spyOn(store, 'configuration').mockImplementation(outage)
    const answer = await app.fetch(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toMatch(/^public, max-age=(60|300)$/)
    expect(await answer.text()).toBe(body)
  })

  test('a process that never knew the configuration says that it cannot serve', async () => {
    vi.spyOn(store, 'configuration').mockImplementation(outage)
    vi.spyOn(store, 'knownConfiguration').mockReturnValue(null)
    const answer = await app.fetch('/certs')
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d?$/)
  })
})
