import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compressBuiltAssets, openCompressedFiles } from '#lib/server/compressed-files.ts'

const program = mkdtempSync(join(tmpdir(), 'authserver-built-'))
const assets = join(program, '.next', 'static')
const script = 'export const answer = 42\n'.repeat(200)

beforeAll(() => {
  mkdirSync(join(assets, 'chunks'), { recursive: true })
  writeFileSync(join(assets, 'chunks', 'a.js'), script)
  writeFileSync(join(assets, 'style.css'), 'a{color:red}'.repeat(200))
  writeFileSync(join(assets, 'tiny.js'), 'x()')
  writeFileSync(join(assets, 'photo.png'), Buffer.alloc(4_000))
  compressBuiltAssets(program)
})
afterAll(() => rmSync(program, { recursive: true }))

describe('a build', () => {
  test('has copies of scripts and styles in both codings, but of nothing small and of no picture', () => {
    const copies = readdirSync(assets, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(br|gz)$/.test(name))
      .toSorted()
    expect(copies).toEqual(['chunks/a.js.br', 'chunks/a.js.gz', 'style.css.br', 'style.css.gz'])
  })

  test('has copies that are smaller and say the same', () => {
    const brotli = readFileSync(join(assets, 'chunks', 'a.js.br'))
    const gzip = readFileSync(join(assets, 'chunks', 'a.js.gz'))
    expect(brotliDecompressSync(brotli).toString()).toBe(script)
    expect(gunzipSync(gzip).toString()).toBe(script)
    expect(Math.max(brotli.length, gzip.length)).toBeLessThan(script.length / 10)
  })
})

describe('a file with copies', () => {
  const find = (acceptEncoding: string, path = '/_next/static/chunks/a.js') =>
    openCompressedFiles(program)(path, acceptEncoding)

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br', 'br'],
    ['BR', 'br'],
    ['gzip;q=1.0, br;q=0.1', 'br'],
    ['gzip', 'gzip'],
    ['deflate, gzip;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.000,gzip', 'gzip'],
  ])('for Accept-Encoding "%s" is sent in %s', (acceptEncoding, coding) => {
    const ending = coding === 'br' ? '.br' : '.gz'
    expect(find(acceptEncoding)).toEqual({
      path: `/_next/static/chunks/a.js${ending}`,
      headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Content-Encoding': coding },
    })
  })

  test.each(['', 'identity', 'deflate', 'br;q=0', 'gzip;q=0.0, br;q=0', 'brotli', 'x-gzip-2'])(
    'for Accept-Encoding "%s" is sent as it is',
    (acceptEncoding) => expect(find(acceptEncoding)).toBeNull(),
  )

  test('keeps its type', () => {
    expect(find('br', '/_next/static/style.css')?.headers['Content-Type']).toBe(
      'text/css; charset=utf-8',
    )
  })
})

test.each([
  '/_next/static/tiny.js',
  '/_next/static/photo.png',
  '/_next/static/missing.js',
  '/_next/static/chunks/../chunks/a.js',
  '/icon.svg',
])('%s has no copy', (path) => expect(openCompressedFiles(program)(path, 'br')).toBeUndefined())

test('a program without a build has no copies', () => {
  const find = openCompressedFiles(join(program, 'nowhere'))
  expect(find('/_next/static/chunks/a.js', 'br')).toBeUndefined()
})
