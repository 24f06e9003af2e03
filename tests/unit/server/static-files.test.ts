import { describe, expect, test } from 'vitest'
import { cachingOf, isStaticFile } from '#lib/server/static-files.ts'

describe('a file, which is sent without what pages carry,', () => {
  test.each(['/_next/static/chunks/a.js', '/icon.svg'])('is %s', (path) =>
    expect(isStaticFile(path, false)).toBe(true),
  )

  test.each(['/', '/account/profile', '/_next/image', '/icon.svg/x'])('is not %s', (path) =>
    expect(isStaticFile(path, false)).toBe(false),
  )

  test.each(['/robots.txt', '/icon.svg'])('is kept for five minutes without a hash: %s', (path) =>
    expect(cachingOf(path)).toBe('public, max-age=300'),
  )

  test.each(['/_next/static/chunks/a.js', '/', '/robots.txt/x'])('leaves %s to Next', (path) =>
    expect(cachingOf(path)).toBeNull(),
  )

  test('while developing is all of Next’s', () =>
    expect(isStaticFile('/_next/webpack-hmr', true)).toBe(true))
})
