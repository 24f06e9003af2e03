import { describe, expect, it, vi } from 'vitest'
import { anImage } from '#tests/support/images.ts'
import { server } from '#tests/support/server.ts'

const app = await server()
const { fetch, store } = app
const etag = '0123456789abcdef'
const image = await anImage('png', 64)
await store.images.saveBrandingImage('icon', { image, contentType: 'image/png', etag })
const path = '/branding/icon'

const cachingOf = async (address: string) => (await fetch(address)).headers.get('cache-control')

describe('/branding/{name}', () => {
  it('serves the image to everybody, as nothing that a browser runs', async () => {
    const response = await fetch(path)
    expect([response.status, new Uint8Array(await response.arrayBuffer())]).toEqual([200, image])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(image.length),
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
      etag: `"${etag}"`,
    })
  })

  it('may be kept for good only under the address of this content', async () => {
    const fiveMinutes = 'public, max-age=300, must-revalidate'
    expect(await cachingOf(path)).toBe(fiveMinutes)
    expect(await cachingOf(`${path}?v=fedcba9876543210`)).toBe(fiveMinutes)
    expect(await cachingOf(`${path}?v=${etag}`)).toBe('public, max-age=31536000, immutable')
  })

  it.each(['GET', 'HEAD'])('answers %s 304 without a body to who has it', async (method) => {
    const headers = { 'if-none-match': `"other", W/"${etag}"` }
    const response = await fetch(path, { method, headers })
    expect([response.status, await response.text()]).toEqual([304, ''])
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'")
  })

  it.each(['logo-light', 'logo-dark', 'ICON', 'icon.png', '%zz', '%00', '..%2ficon', '__proto__'])(
    '%s is 404 without such an image',
    async (name) => {
      const response = await fetch(`/branding/${name}`)
      expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store'])
    },
  )

  it('answers from memory while the database is away', async () => {
    await fetch(path)
    const outage = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))
    vi.spyOn(store.images, 'brandingImage').mockImplementation(outage)
    vi.spyOn(store, 'configuration').mockImplementation(outage)
    const response = await fetch(`${path}?v=${etag}`)
    expect([response.status, response.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=60',
    ])
    vi.restoreAllMocks()
  })
})
