import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { checkImage } from '#lib/domain/values/images.ts'
import { anAnimation, anImage } from '#tests/support/images.ts'
import { rejectionOf } from '#tests/support/refusals.ts'

const limit = 3 * 1024 * 1024
const judge = (bytes: Uint8Array<ArrayBuffer>, maxBytes = limit) =>
  rejectionOf(checkImage(bytes, maxBytes))
const ascii = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

describe('accepted, with the type of the content:', () => {
  test.each(['jpeg', 'png', 'gif', 'webp'] as const)('%s', async (format) => {
    const checked = await checkImage(await anImage(format, 10, 512), limit)
    expect(checked).toEqual({ contentType: `image/${format}`, format, width: 10, height: 512 })
  })

  test.each(['gif', 'webp'] as const)('an animated %s, by its canvas', async (format) => {
    expect(await judge(await anAnimation(format, 300))).toBe(null)
    expect(await judge(await anAnimation(format, 513))).toBe('validator.image.dimensions_too_large')
  })

  test('a file of exactly the limit', async () => {
    const bytes = await anImage()
    expect(await judge(bytes, bytes.length)).toBe(null)
    expect(await judge(bytes, bytes.length - 1)).toBe('FILE_TOO_LARGE')
  })
})

describe('refused:', () => {
  test('no bytes', async () => {
    expect(await judge(new Uint8Array())).toBe('validator.image.empty')
  })

  test.each([
    ['text', ascii('hello, world')],
    ['a drawing', ascii('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"/>')],
    ['a page', ascii('<html>GIF89a')],
    ['one byte', ascii('\xff')],
    ['RIFF that is no WebP', ascii('RIFF\x04\x00\x00\x00WAVE')],
  ])('%s', async (_, bytes) => {
    expect(await judge(bytes)).toBe('validator.image.unsupported_type')
  })

  test.each(['avif', 'tiff'] as const)('%s', async (format) => {
    expect(await judge(await anImage(format))).toBe('validator.image.unsupported_type')
  })

  test.each([
    ['a PNG that ends after its first bytes', ascii('\x89PNG\r\n\x1a\n')],
    ['a JPEG of nothing', ascii('\xff\xd8\xff\xe0nothing at all')],
    ['a GIF of nothing', ascii('GIF89a')],
    ['a WebP of nothing', ascii('RIFF\x04\x00\x00\x00WEBP')],
  ])('%s', async (_, bytes) => {
    expect(await judge(bytes)).toBe('validator.image.undecodable')
  })

  test.each([
    [9, 20, 'too_small'],
    [20, 9, 'too_small'],
    [513, 20, 'too_large'],
    [20, 513, 'too_large'],
  ])('%i×%i pixels', async (width, height, key) => {
    expect(await judge(await anImage('png', width, height))).toBe(
      `validator.image.dimensions_${key}`,
    )
  })

  test('a picture that would unpack to gigabytes, by its header alone', async () => {
    const bomb = Buffer.from(await anImage('png'))
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    const crc = crc32(bomb.subarray(12, 29))
    bomb.writeUInt32BE(crc, 29)
    const before = process.memoryUsage().rss
    expect(await judge(new Uint8Array(bomb))).toBe('validator.image.dimensions_too_large')
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  })
})
