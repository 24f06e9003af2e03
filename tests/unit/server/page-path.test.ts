import { describe, expect, test } from 'vitest'
import { pagePath } from '#lib/server/page-path.ts'

describe('the path by which a page is looked for', () => {
  test.each([
    '/',
    '/account/profile',
    '/_next/static/a..b/c.js',
    '/_next/static/.../c.js',
    '/.env',
    '/a/..b',
    '/a/..%2fb',
    '/viewsx',
  ])('is as it was sent: %s', (path) => expect(pagePath(path)).toBe(path))

  test.each([
    ['/account/profile/', '/account/profile'],
    ['/a//', '/a/'],
    ['/%', '/%25'],
    ['/%2e%2e/%zz', '/%252e%252e/%25zz'],
  ])('stands for one that differs by nothing: %s', (sent, path) =>
    expect(pagePath(sent)).toBe(path),
  )

  test.each([
    '/account/../admin/users',
    '/account/%2e%2e/admin/users',
    '/account/.%2E/admin/users/',
    '/x/../account/profile',
    '/account/./profile',
    '/account/..',
    '/admin/../',
    '/%2e/admin',
    '/_next/static/../x',
    '/_next/static/..',
    '/icon.svg/../admin',
    '/_global-error',
    '/views',
    '/views/sign-in',
    '/%76iews/sign-in/',
    '/%5fglobal%2Derror/',
  ])('leads to no page: %s', (path) => expect(pagePath(path)).toBe('/no-such-page'))
})
