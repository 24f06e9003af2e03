import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findRoute, loadRoute, routePaths, templateOf } from '#lib/server/router.ts'

const app = join(import.meta.dirname, '..', '..', 'app')

describe('the router', () => {
  it('has every route file', () => {
    const files = globSync('{.well-known/**,**}/route.ts', { cwd: app })
    expect(routePaths.toSorted()).toEqual(
      [...new Set(files)].map((file) => `/${dirname(file)}`).sort(),
    )
  })

  it.each(routePaths.filter((path) => !path.includes('[...')))(
    'leads %s to its route file',
    async (path) => {
      const address = path.replaceAll(/\[\w+\]/g, '7')
      const found = findRoute(address)
      expect(await loadRoute(path)).toBe(await import(`#app${path}/route.ts`))
      expect([found?.template, templateOf(address)]).toEqual([path, path])
      const names = [...path.matchAll(/\[(\w+)\]/g)].map((match) => match[1])
      expect(Object.keys(found?.params ?? {}).sort()).toEqual(names.sort())
    },
  )

  it.each([
    ['/client/logo/my%20client', { clientIdentifier: 'my client' }],
    ['/client/logo/a%2Fb', { clientIdentifier: 'a/b' }],
    ['/userinfo/picture/%zz/', { subject: '%zz' }],
    ['/%75serinfo/picture/%C3%A9', { subject: 'é' }],
    ['/.well%2Dknown/openid%2dconfiguration', {}],
  ])('takes escapes and a slash at the end of %s for what they stand for', (path, params) => {
    expect(findRoute(path)?.params).toEqual(params)
  })

  it.each([
    ...['/', '/nothing', '/healthy', '/health/x', '/health//', '//health', '/Health'],
    ...['/client/logo/', '/client/logo//', '/client/logo/a/b', '/userinfo%2Fpicture/a', '/api'],
    ...['/__proto__', '/constructor', '/health%00'],
  ])('leaves %s to Next', (path) => {
    expect(findRoute(path)).toBeNull()
  })

  it('prefers a named segment to a variable one, and goes back where it leads nowhere', () => {
    const search = findRoute('/api/v1/admin/users/se%61rch')
    expect(search?.params).toEqual({})
    const profile = findRoute('/api/v1/admin/users/search/profile')
    expect(profile?.params).toEqual({ id: 'search' })
  })

  it.each([
    ...['/api/v1/nothing', '/api/v1/admin/users/7/nothing/at/all', '/api/v2', '/api/x/y'],
    ...['/api//', '/api/v1/admin/users//profile', '/api/../health', `/api${'/'.repeat(30_000)}x`],
  ])('has an answer below /api for paths without a route: %.40s', (path) => {
    expect(findRoute(path)?.template).toBe('/api/[...path]')
  })
})
