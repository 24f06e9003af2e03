import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { directPaths, findDirectRoute } from '#lib/server/direct-paths.ts'

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
    const logo = await findDirectRoute('/client/logo/my%20client')
    expect(logo?.params).toEqual({ clientIdentifier: 'my client' })
    const picture = await findDirectRoute('/userinfo/picture/%zz/')
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
    expect(await findDirectRoute(path)).toBeNull()
  })
})
