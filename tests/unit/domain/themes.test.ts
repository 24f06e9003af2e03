import daisyui from 'daisyui/theme/object.js'
import { expect, test } from 'vitest'
import { darkThemes, themes } from '#lib/domain/branding/themes.ts'

const schemes = new Map(
  Object.entries(daisyui).map(([name, theme]) => [
    name,
    (theme as unknown as Record<string, string>)['color-scheme'],
  ]),
)

test('the themes are those of daisyUI', () => {
  expect(themes.toSorted()).toEqual([...schemes.keys()].toSorted())
})

test('a theme is listed as dark when daisyUI calls it dark', () => {
  expect(themes.filter((name) => schemes.get(name) === 'dark')).toEqual(darkThemes)
})
