import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { apiPaths, directPaths, findRoute } from '#lib/server/router.ts'

const app = join(import.meta.dirname, '..', '..', 'app')

describe('the table of direct paths', () => {
  it.each(directPaths)('%s has a route file', (path) => {
    expect(existsSync(join(app, path, 'route.ts'))).toBe(true)
  })

  it('names every route file outside the APIs, since their answers may be pages', () => {
    const files = globSync('{.well-known/**,**}/route.ts', { cwd: app })
    const paths = files.map((file) => `/${dirname(file)}`)
    const expected = paths.filter((path) => !path.startsWith('/api/'))
    expect([...directPaths].sort()).toEqual([...new Set(expected)].sort())
  })

  it('hands over the values of variable segments, unescaped', async () => {
    const logo = await findRoute('/client/logo/my%20client')
    expect(logo?.params).toEqual({ clientIdentifier: 'my client' })
    const picture = await findRoute('/userinfo/picture/%zz/')
    expect(picture?.params).toEqual({ subject: '%zz' })
  })

  it.each([
    '/',
    '/nothing',
    '/healthy',
    '/health/x',
    '/client/logo/',
    '/client/logo/a/b',
    '//health',
  ])('%s is not direct', async (path) => {
    expect(await findRoute(path)).toBeNull()
  })
})

describe('the paths of the APIs', () => {
  const asked = apiPaths.filter((path) => !path.includes('[...'))

  it.each(asked)('%s leads to its route file', async (path) => {
    const found = await findRoute(path.replaceAll(/\[\w+\]/g, '7'))
    const expected = await import(`#app${path}/route.ts`)
    expect(found?.module).toBe(expected)
    const names = [...path.matchAll(/\[(\w+)\]/g)].map((match) => match[1])
    expect(Object.keys(found?.params ?? {}).sort()).toEqual(names.sort())
  })

  it('prefer a named segment to a variable one, and go back where it leads nowhere', async () => {
    const search = await findRoute('/api/v1/admin/users/search')
    expect(search?.params).toEqual({})
    const profile = await findRoute('/api/v1/admin/users/search/profile')
    expect(profile?.params).toEqual({ id: 'search' })
  })

  it('are all answered, those that do not exist by the one that says so', async () => {
    const expected = await import('#app/api/[...path]/route.ts')
    const paths = ['/api/v1/nothing', '/api/v1/admin/users/7/nothing/at/all', '/api/v2', '/api/x/y']
    for (const path of paths) {
      expect((await findRoute(path))?.module).toBe(expected)
    }
  })
})
