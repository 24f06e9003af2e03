import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { call } from '#tests/support/api.ts'
import { fixture } from './fixture.ts'

const { reader } = await fixture()

describe('200', () => {
  test('no theme on a new installation, and every theme that the pages have', async () => {
    const { status, body } = await call<{ uiTheme: string; availableThemes: string[] }>(
      reader,
      'GET',
      '/settings/ui-theme',
    )
    expect([status, body.uiTheme]).toEqual([200, ''])
    expect(body.availableThemes).toEqual(builtInThemes())
  })
})

/** Theme names in the package's own order. */
function builtInThemes(): string[] {
  const path = createRequire(import.meta.url).resolve('daisyui/functions/themeOrder.js')
  return [...readFileSync(path, 'utf8').matchAll(/"(\w+)"/g)].map(([, name = '']) => name)
}
