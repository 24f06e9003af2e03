import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type ImageFormat, imageEssentials } from '#lib/domain/values/image-essentials.ts'
import { checkImage } from '#lib/domain/values/images.ts'
import { anAnimation, anImage } from '#tests/support/images.ts'

const formats = ['jpeg', 'png', 'gif', 'webp'] as const satisfies ImageFormat[]
const limit = 3 * 1024 * 1024
const bytesOf = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))
const sizeOf = async (image: Uint8Array) => {
  const { width, height } = await sharp(image).metadata()
  return { width, height }
}

describe('without what was written into it a picture has the same size:', () => {
  test.each(formats)('%s', async (format) => {
    for (const width of [10, 256, 513]) {
      const image = await anImage(format, width, 22)
      expect(await sizeOf(imageEssentials(image, format))).toEqual({ width, height: 22 })
    }
  })

  test.each(['gif', 'webp'] as const)('an animated %s', async (format) => {
    const image = await anAnimation(format, 300)
    const { pages } = await sharp(imageEssentials(image, format)).metadata()
    expect(pages).toBe(3)
    expect(await checkImage(image, limit)).toMatchObject({ contentType: `image/${format}` })
  })

  test('one in passes, one without losses, and one with bytes that fill', async () => {
    const canvas = sharp({
      create: { width: 77, height: 33, channels: 4, background: '#12345678' },
    }).withExif({ IFD0: { Copyright: 'somebody' } })
    const jpeg = await canvas.jpeg({ progressive: true }).toBuffer()
    const fill = Buffer.from([0xff, 0xff])
    const images = [
      [jpeg, 'jpeg'],
      [bytesOf(jpeg.subarray(0, 2), fill, jpeg.subarray(2)), 'jpeg'],
      [await canvas.png({ progressive: true }).toBuffer(), 'png'],
      [await canvas.webp({ lossless: true }).toBuffer(), 'webp'],
      [await canvas.webp().toBuffer(), 'webp'],
    ] as const
    for (const [image, format] of images) {
      expect((await sharp(image).metadata()).exif).toBeDefined()
      const { width, height, exif } = await sharp(imageEssentials(image, format)).metadata()
      expect({ width, height, exif }).toEqual({ width: 77, height: 33, exif: undefined })
    }
  })
})

test('a picture that ends before it has told its size is refused, wherever it ends', async () => {
  for (const format of formats) {
    const image = await anImage(format)
    for (const end of [13, 14, 16, 20]) {
      await expect(checkImage(image.slice(0, end), limit)).rejects.toMatchObject({
        code: 'validator.image.undecodable',
      })
    }
  }
})

test('a JPEG with something between its segments is refused', async () => {
  const jpeg = await anImage('jpeg')
  const image = bytesOf(jpeg.subarray(0, 20), Buffer.from('??'), jpeg.subarray(20))
  await expect(checkImage(image, limit)).rejects.toMatchObject({
    code: 'validator.image.undecodable',
  })
})

describe('what would hold a library up is left out:', () => {
  test('tags of a JPEG that lead to themselves', async () => {
    const jpeg = await anImage('jpeg')
    const exif = Buffer.concat([Buffer.from('Exif\0\0'), endlessTags(5_000)])
    const head = Buffer.from([0xff, 0xe1, 0, 0])
    head.writeUInt16BE(exif.length + 2, 2)
    const image = bytesOf(jpeg.subarray(0, 2), head, exif, jpeg.subarray(2))
    expect(imageEssentials(image, 'jpeg').length).toBeLessThan(jpeg.length)
    expect(await checkImage(image, limit)).toMatchObject({ contentType: 'image/jpeg' })
  })

  test('tags and packed texts of a PNG', async () => {
    const png = await anImage('png')
    const zeros = deflateSync(Buffer.alloc(1024 * 1024), { level: 9 })
    const text = pngChunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), zeros]))
    const more = [pngChunk('eXIf', endlessTags(5_000)), text, text]
    const image = bytesOf(png.subarray(0, 33), ...more, png.subarray(33))
    expect(imageEssentials(image, 'png').length).toBeLessThan(png.length)
    expect(await checkImage(image, limit)).toMatchObject({ contentType: 'image/png' })
  })

  test('tags of a WebP', async () => {
    const webp = await sharp(await anImage('png'))
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .webp()
      .toBuffer()
    const tags = Buffer.concat([Buffer.from('Exif\0\0'), endlessTags(5_000)])
    const head = Buffer.from('EXIF\0\0\0\0')
    head.writeUInt32LE(tags.length, 4)
    const image = bytesOf(webp.subarray(0, webp.indexOf('EXIF')), head, tags)
    new DataView(image.buffer).setUint32(4, image.length - 8, true)
    expect(imageEssentials(image, 'webp').length).toBeLessThan(webp.length)
    expect(await checkImage(image, limit)).toMatchObject({ contentType: 'image/webp' })
  })
})

/** Camera tags (EXIF) that all point to their own list. */
function endlessTags(count: number): Buffer {
  const head = Buffer.from('49492a00080000000000', 'hex')
  head.writeUInt16LE(count, 8)
  const entry = Buffer.from('698704000100000008000000', 'hex')
  return Buffer.concat([head, ...Array.from({ length: count }, () => entry), Buffer.alloc(4)])
}

function pngChunk(name: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
