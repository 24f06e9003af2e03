import { crc32, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { call, fileForm, outcome } from '#tests/support/api.ts'
import { anAnimation, anImage } from '#tests/support/images.ts'
import { fixture } from './fixture.ts'

const { app, ask, refusal, reader, granular, settings, lastEntries, entriesOf } = await fixture()
const pathOf = (name: string) => `/settings/branding/images/${name}`
const upload = (name: string, bytes: Uint8Array) => ask('POST', pathOf(name), fileForm(bytes))

async function stored(name: string) {
  const response = await app.fetch(`/branding/${name}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  const { format, width, height, exif, hasAlpha } = await sharp(bytes).metadata()
  return {
    bytes,
    type: response.headers.get('content-type'),
    format,
    width,
    height,
    exif,
    hasAlpha,
  }
}

describe('200', () => {
  test.each(['png', 'jpeg', 'gif', 'webp'] as const)('a %s is stored as PNG', async (format) => {
    const { status, body } = await upload('logo-light', await anImage(format, 40, 20))
    const etag = (await settings()).logoLightEtag
    expect([status, body.logoLightUrl]).toEqual([
      200,
      `${app.config.baseUrl}/branding/logo-light?v=${etag}`,
    ])
    expect(await stored('logo-light')).toMatchObject({
      type: 'image/png',
      format: 'png',
      width: 40,
      height: 20,
    })
  })

  test('the entry names the image; the same one again writes none', async () => {
    const bytes = await anImage('png', 64)
    await upload('icon', bytes)
    const { iconEtag } = await settings()
    const loggedInUser = granular.client.clientIdentifier
    expect(await lastEntries(1)).toEqual([
      {
        event: 'updated_branding',
        details: { loggedInUser, old: { icon: '' }, new: { icon: iconEtag } },
      },
    ])
    expect(await entriesOf(() => upload('icon', bytes))).toEqual([])
  })

  test('metadata and what follows the image are gone, transparency stays', async () => {
    const canvas = sharp({
      create: { width: 30, height: 30, channels: 4, background: '#33669980' },
    })
    const png = await canvas
      .withExif({ IFD0: { Artist: 'a-secret' } })
      .png()
      .toBuffer()
    const polyglot = Buffer.concat([png, Buffer.from('<script>alert(1)</script>PK\x03\x04')])
    expect(polyglot.includes('a-secret')).toBe(true)
    expect((await upload('logo-dark', polyglot)).status).toBe(200)
    const { bytes, exif, hasAlpha } = await stored('logo-dark')
    expect([exif, hasAlpha]).toEqual([undefined, true])
    for (const hidden of ['a-secret', '<script>', 'PK\x03\x04'])
      expect(bytes.includes(hidden)).toBe(false)
  })

  test.each([
    ['logo-light', 1024, 102, 1024, 102],
    ['logo-light', 1024, 512, 384, 192],
    ['logo-light', 51, 510, 19, 192],
    ['icon', 512, 512, 512, 512],
    ['icon', 64, 64, 64, 64],
  ])('%s of %i×%i is stored as %i×%i', async (name, width, height, ...size) => {
    expect((await upload(name, await anImage('png', width, height))).status).toBe(200)
    const { width: w, height: h } = await stored(name)
    expect([w, h]).toEqual(size)
  })

  test('of an animation, the first frame', async () => {
    expect((await upload('icon', await anAnimation('webp', 64))).status).toBe(200)
    expect(await stored('icon')).toMatchObject({ format: 'png', width: 64, height: 64 })
  })

  test('uploading what is served changes nothing', async () => {
    await upload('logo-light', await anImage('jpeg', 300, 200))
    const { bytes } = await stored('logo-light')
    expect(await entriesOf(() => upload('logo-light', bytes))).toEqual([])
  })
})

describe('200, with the logo on its ground', () => {
  /** A logo of one color on a transparent ground; by default it paints half of it. */
  const painted = (color: string, area = { width: 64, height: 32 }) =>
    sharp({ create: { width: 64, height: 64, channels: 4, background: '#00000000' } })
      .composite([{ input: { create: { ...area, channels: 4, background: color } } }])
      .png()
      .toBuffer()

  test.each([
    ['white', 'logo-light', () => painted('#ffffff'), ['low_contrast_light']],
    ['black', 'logo-light', () => painted('#000000'), []],
    ['black', 'logo-dark', () => painted('#000000'), ['low_contrast_dark']],
    ['white', 'logo-dark', () => painted('#ffffff'), []],
    [
      'one white pixel',
      'logo-light',
      () => painted('#ffffff', { width: 1, height: 1 }),
      ['low_contrast_light'],
    ],
    ['nothing', 'logo-light', () => painted('#00000000'), []],
    ['a picture without a transparent part', 'logo-light', () => anImage('png', 200), []],
    ['a white icon', 'icon', () => painted('#ffffff'), []],
  ])('%s as %s', async (_, name, image, warnings) => {
    for (const other of ['logo-light', 'logo-dark']) await ask('DELETE', pathOf(other))
    const form = fileForm(new Uint8Array(await image()))
    expect((await ask('POST', pathOf(name), form)).body).toMatchObject({ warnings })
    expect((await ask('DELETE', pathOf(name))).body).toMatchObject({ warnings: [] })
  })
})

describe('400', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9"/></svg>'
  const torn = async () => (await anImage('png', 200)).slice(0, -40)
  const bomb = async () => {
    // A header of 1024×512 pixels is accepted; the pixels are those of another image.
    const png = Buffer.from(await anImage('png', 64))
    png.writeUInt32BE(60_000, 16)
    png.writeUInt32BE(60_000, 20)
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
    return new Uint8Array(png)
  }
  test.each([
    ['no bytes', 'icon', async () => new Uint8Array(), 'validator.image.empty'],
    ['SVG', 'icon', async () => Buffer.from(svg), 'validator.image.is_svg'],
    [
      'SVG after a prolog, a comment and an entity',
      'logo-light',
      async () =>
        Buffer.from(
          `<?xml version="1.0"?><!-- made by hand --><!DOCTYPE svg [<!ENTITY x "y">]>${svg}`,
        ),
      'validator.image.is_svg',
    ],
    [
      'SVG after a byte order mark',
      'logo-dark',
      async () => Buffer.from(`\ufeff\n${svg}`),
      'validator.image.is_svg',
    ],
    ['compressed SVG', 'logo-light', async () => gzipSync(svg), 'validator.image.is_svg'],
    [
      'another page',
      'logo-light',
      async () => Buffer.from('<html><p>svg</p></html>'),
      'validator.image.unsupported_type',
    ],
    [
      'another compressed file',
      'logo-light',
      async () => gzipSync('notes'),
      'validator.image.unsupported_type',
    ],
    ['a torn PNG', 'logo-light', torn, 'validator.image.undecodable'],
    ['a bomb', 'logo-light', bomb, 'validator.image.dimensions_too_large'],
    ['9 pixels', 'logo-dark', () => anImage('png', 64, 9), 'validator.image.dimensions_too_small'],
    [
      '1025 pixels wide',
      'logo-dark',
      () => anImage('png', 1025, 64),
      'validator.image.dimensions_too_large',
    ],
    [
      '513 pixels high',
      'logo-light',
      () => anImage('png', 64, 513),
      'validator.image.dimensions_too_large',
    ],
    [
      'an icon of 63 pixels',
      'icon',
      () => anImage('png', 63),
      'validator.image.dimensions_too_small',
    ],
    ['an icon of 513', 'icon', () => anImage('png', 513), 'validator.image.dimensions_too_large'],
    [
      'an icon that is not square',
      'icon',
      () => anImage('png', 64, 65),
      'validator.image.not_square',
    ],
    ['more than 1 MiB', 'icon', async () => new Uint8Array(1024 * 1024 + 1), 'FILE_TOO_LARGE'],
  ])('%s', async (_, name, bytes, code) => {
    const before = await settings()
    const form = fileForm(new Uint8Array(await bytes()))
    expect(await refusal('POST', pathOf(name), form)).toEqual([400, code])
    expect(await settings()).toEqual(before)
  })

  test.each(['logo', 'LOGO-LIGHT', 'icon.svg', '%00', '__proto__'])('the name %s', async (name) => {
    const form = fileForm(await anImage('png', 64))
    expect(await refusal('POST', pathOf(encodeURIComponent(name)), form)).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
  })

  test('a form without the file, or none at all', async () => {
    const form = fileForm(await anImage('png', 64), 'logo')
    expect(await refusal('POST', pathOf('icon'), form)).toEqual([400, 'NO_FILE'])
    expect(await refusal('POST', pathOf('icon'), '{}')).toEqual([400, 'FILE_TOO_LARGE'])
  })
})

describe('403', () => {
  test('a reader', async () => {
    const form = fileForm(await anImage('png', 64))
    expect(await outcome(call(reader, 'POST', pathOf('icon'), form))).toEqual([
      403,
      'INSUFFICIENT_SCOPE',
    ])
  })
})
