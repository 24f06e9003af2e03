import { afterEach, describe, expect, test, vi } from 'vitest'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'

/*
 * Resource servers verify tokens with these keys, and applications show the images, so both must stay
 * available while the database is away.
 */

const app = await server()
const { store } = app
const paths = ['/.well-known/openid-configuration', '/certs', '/openapi.yaml']

/** Kinds of outage: the database refuses, or does not answer. */
const outages = {
  refuses: () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })),
  'is silent': () => new Promise<never>(() => {}),
}

const image = Buffer.from('the bytes of a logo')
const { id: clientId, clientIdentifier } = await aClient(store)
const etag = 'an-etag-of-a-logo'
await store.images.saveLogo(clientId, { image, contentType: 'image/webp', etag })
const logo = `/client/logo/${clientIdentifier}`

afterEach(() => void vi.restoreAllMocks())

/** The logo's own reads fail too, because the configuration cache may still be current. */
function take(outage: () => Promise<never>): void {
  vi.spyOn(store, 'configuration').mockImplementation(outage)
  vi.spyOn(store.images, 'logoOfClient').mockImplementation(outage as never)
  vi.spyOn(store.images, 'logoEtag').mockImplementation(outage)
}

describe.each(Object.entries(outages))('while the database %s', (_, outage) => {
  test.each(paths)('%s answers as before, for a minute', async (path) => {
    const before = await app.fetch(path)
    const body = await before.text()
    vi.spyOn(store, 'configuration').mockImplementation(outage)
    const answer = await app.fetch(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
    expect(await answer.text()).toBe(body)
  })

  test.each(['/docs', '/docs/operate/mail.md', '/docs/api'])(
    'operators can read %s',
    async (path) => {
      const before = await app.fetch(path)
      const body = await before.text()
      vi.spyOn(store, 'configuration').mockImplementation(outage)
      const answer = await app.fetch(path)
      expect([answer.status, await answer.text()]).toEqual([200, body])
    },
  )

  test('a process that never knew the configuration says that it cannot serve', async () => {
    vi.spyOn(store, 'configuration').mockImplementation(outage)
    vi.spyOn(store, 'knownConfiguration').mockReturnValue(null)
    const answer = await app.fetch('/certs')
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d?$/)
  })

  describe('the logo of a client', () => {
    test('that was served before is served for a minute', async () => {
      await app.fetch(logo)
      take(outage)
      const answer = await app.fetch(logo)
      const { headers } = answer
      expect([answer.status, headers.get('content-type'), headers.get('etag')]).toEqual([
        200,
        'image/webp',
        `"${etag}"`,
      ])
      expect(headers.get('cache-control')).toBe('public, max-age=60')
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(image)
    })

    test('that was never served is not known', async () => {
      take(outage)
      const answer = await app.fetch('/client/logo/another')
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d?$/)
    })

    test('that has been removed since is forgotten', async () => {
      const other = await aClient(store)
      const path = `/client/logo/${other.clientIdentifier}`
      await store.images.saveLogo(other.id, { image, contentType: 'image/webp', etag })
      expect((await app.fetch(path)).status).toBe(200)
      await store.images.removeLogo(other.id)
      expect((await app.fetch(path)).status).toBe(404)
      take(outage)
      expect((await app.fetch(path)).status).toBe(503)
    })
  })

  test('a picture of a person is not shown from memory', async () => {
    const { id, subject } = await aUser(store)
    await store.images.savePicture(id, image, 'image/webp')
    const path = `/userinfo/picture/${subject}`
    expect((await app.fetch(path)).status).toBe(200)
    vi.spyOn(store.images, 'pictureOfSubject').mockImplementation(outages.refuses as never)
    expect((await app.fetch(path)).status).toBe(503)
  })
})

test.each([
  ['HEAD', {}, 200],
  ['GET', { 'if-none-match': `"${etag}"` }, 304],
  ['HEAD', { 'if-none-match': '*' }, 304],
  ['HEAD', { 'if-none-match': '"another"' }, 200],
])('a remembered logo answers %s %o with %i', async (method, headers, status) => {
  await app.fetch(logo)
  take(outages.refuses)
  const answer = await app.fetch(logo, { method, headers: headers as Record<string, string> })
  expect([answer.status, answer.headers.get('etag')]).toEqual([status, `"${etag}"`])
  expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
  expect(await answer.text()).toBe('')
})
