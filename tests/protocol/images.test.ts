import { beforeAll, describe, expect, it } from 'vitest'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'

const tested = await server()
const { fetch, store } = tested
const { prisma: database } = tested.runtime.database

const image = Buffer.from('the bytes of an image')
const etag = sha256Hex('the bytes of an image').slice(0, 16)
const missing = [404, 'no-store', 'text/plain; charset=utf-8']

async function bytes(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer())
}

function summary(response: Response): unknown[] {
  const { headers } = response
  return [response.status, headers.get('cache-control'), headers.get('content-type')]
}

describe('/client/logo/{clientIdentifier}', () => {
  let path = ''
  let clientId = 0

  beforeAll(async () => {
    const client = await aClient(store, { clientIdentifier: 'Shop-Window' })
    clientId = client.id
    path = `/client/logo/${client.clientIdentifier}`
    await database.clientLogo.create({
      data: { clientId, image, contentType: 'image/webp', etag },
    })
  })

  it('serves the image under its stored type, with an ETag and five minutes of cache', async () => {
    const response = await fetch(path)
    expect(summary(response)).toEqual([200, 'public, max-age=300, must-revalidate', 'image/webp'])
    expect(response.headers.get('etag')).toBe(`"${etag}"`)
    expect(response.headers.get('content-length')).toBe(String(image.byteLength))
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await bytes(response)).toEqual(image)
  })

  it('answers HEAD with the same headers and no body', async () => {
    const get = await fetch(path)
    const head = await fetch(path, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect([...head.headers]).toEqual([...get.headers])
    expect(await head.text()).toBe('')
  })

  it.each([
    ['the current ETag', `"${etag}"`],
    ['the weak form of it', `W/"${etag}"`],
    ['a list with it', `"other", "${etag}" ,"more"`],
    ['any', '*'],
  ])('answers 304 without a body to If-None-Match with %s', async (_, ifNoneMatch) => {
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(path, { method, headers: { 'if-none-match': ifNoneMatch } })
      expect(response.status).toBe(304)
      expect(response.headers.get('etag')).toBe(`"${etag}"`)
      expect(response.headers.get('cache-control')).toBe('public, max-age=300, must-revalidate')
      expect(await response.text()).toBe('')
    }
  })

  it.each([
    ['another ETag', '"0000000000000000"'],
    ['the ETag without its quotes', etag],
    ['an empty value', ''],
    ['what is no list of ETags', ',,W/,"'],
  ])('sends the image to If-None-Match with %s', async (_, ifNoneMatch) => {
    const response = await fetch(path, { headers: { 'if-none-match': ifNoneMatch } })
    expect(response.status).toBe(200)
    expect(await bytes(response)).toEqual(image)
  })

  it('is served for a disabled client that does not show its logo', async () => {
    await store.clients.update(clientId, { enabled: false, showLogo: false })
    expect((await fetch(path)).status).toBe(200)
  })

  it.each([
    ['there is no such client', '/client/logo/nobody'],
    ['the identifier differs in case', '/client/logo/shop-window'],
    ['the identifier holds a NUL', '/client/logo/a%00b'],
    ['the identifier is no ASCII', '/client/logo/%C3%A9'],
    ['the identifier is very long', `/client/logo/${'a'.repeat(4000)}`],
  ])('is 404 when %s, whatever If-None-Match says', async (_, address) => {
    expect(summary(await fetch(address))).toEqual(missing)
    const headers = { 'if-none-match': '*' }
    expect(summary(await fetch(address, { headers }))).toEqual(missing)
  })

  it('is 404 for a client without a logo', async () => {
    const client = await aClient(store)
    expect(summary(await fetch(`/client/logo/${client.clientIdentifier}`))).toEqual(missing)
  })
})

describe('/userinfo/picture/{subject}', () => {
  let path = ''
  let userId = 0

  beforeAll(async () => {
    const user = await aUser(store)
    userId = user.id
    path = `/userinfo/picture/${user.subject}`
    await database.userProfilePicture.create({ data: { userId, image, contentType: 'image/png' } })
  })

  it('serves the image for no cache to keep, without an ETag', async () => {
    const response = await fetch(path, { headers: { 'if-none-match': '*' } })
    expect(summary(response)).toEqual([200, 'no-store, no-cache, must-revalidate', 'image/png'])
    expect(response.headers.has('etag')).toBe(false)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await bytes(response)).toEqual(image)
  })

  it('answers HEAD with the same headers and no body', async () => {
    const get = await fetch(path)
    const head = await fetch(path, { method: 'HEAD' })
    expect([...head.headers]).toEqual([...get.headers])
    expect(head.headers.get('content-length')).toBe(String(image.byteLength))
    expect(await head.text()).toBe('')
  })

  it('is served for a disabled user', async () => {
    await database.user.update({ where: { id: userId }, data: { enabled: false } })
    expect((await fetch(path)).status).toBe(200)
  })

  it.each([
    ['is malformed', 'not-a-uuid'],
    ['holds a NUL', '%00'],
    ['belongs to nobody', '6f3c2c5e-3b1e-4c58-9a55-0d1d35a0a001'],
    ['is very long', 'a'.repeat(4000)],
  ])('is 404 when the subject %s', async (_, subject) => {
    expect(summary(await fetch(`/userinfo/picture/${subject}`))).toEqual(missing)
  })

  it('is 404 for a user without a picture', async () => {
    const user = await aUser(store)
    expect(summary(await fetch(`/userinfo/picture/${user.subject}`))).toEqual(missing)
  })
})
