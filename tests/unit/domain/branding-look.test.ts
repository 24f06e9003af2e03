import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { brandingLook, noBranding } from '#lib/domain/branding/branding-look.ts'
import { type AccentSource, accentSides } from '#lib/domain/branding/branding-style.ts'
import { groundOf, neutralGrounds } from '#lib/domain/branding/theme-ground.ts'
import { darkThemes, themes } from '#lib/domain/branding/themes.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'

const unset = {
  uiTheme: '',
  primaryColor: '',
  primaryColorDark: '',
  corners: 'theme',
  supportUrl: '',
  privacyUrl: '',
  termsUrl: '',
  statusUrl: '',
  footerText: '',
  logoLightEtag: '',
  logoDarkEtag: '',
  iconEtag: '',
  logoLightLuminance: null as number | null,
  logoDarkLuminance: null as number | null,
}
const lookOf = (changes: Partial<typeof unset>) =>
  brandingLook({ ...unset, ...changes } as SettingsRecord)
const fills = async (changes: Partial<AccentSource>) => {
  const sides = await accentSides({ ...unset, ...changes })
  return [sides?.light.fill, sides?.dark.fill]
}

test('without branding, pages are given nothing', async () => {
  expect(await lookOf({})).toEqual(noBranding)
})

describe('a logo that can hardly be seen', () => {
  test.each([
    ['white on white', { logoLightLuminance: 1_000 }, { light: true, dark: false }],
    ['black on white', { logoLightLuminance: 0 }, { light: false, dark: false }],
    ['black on dark', { logoDarkLuminance: 0 }, { light: false, dark: true }],
    ['white on dark', { logoDarkLuminance: 1_000 }, { light: false, dark: false }],
    ['just enough on white', { logoLightLuminance: 650 }, { light: false, dark: false }],
    ['a little less', { logoLightLuminance: 651 }, { light: true, dark: false }],
    [
      'black on a black theme',
      { uiTheme: 'black', logoDarkLuminance: 3 },
      { light: false, dark: true },
    ],
    [
      'either one',
      { logoLightLuminance: 1_000, logoDarkLuminance: 0 },
      { light: true, dark: true },
    ],
  ])('%s: %j', async (_, changes, faint) => {
    expect((await lookOf(changes)).faint).toEqual(faint)
  })
})

describe('the rule of the accent', () => {
  test('has a value for either side of the neutral theme, which the visitor’s system chooses', async () => {
    const { style } = await lookOf({ primaryColor: '#3350d0' })
    expect(style).toContain('--color-primary:light-dark(#3350d0,#4163e4)')
    expect(style).toContain('--accent-text:light-dark(#3350d0,#7c9efe)')
    expect(style).toContain('--color-primary-content:#ffffff')
  })

  test('gives way to a visitor’s own colors and to the wish for more contrast', async () => {
    expect((await lookOf({ primaryColor: '#3350d0' })).style).toMatch(
      /^@media \(forced-colors:none\) and \(not \(prefers-contrast:more\)\)\{:root\{[^{}]+\}\}$/,
    )
  })

  test.each(themes)('of the theme %s has one value', async (uiTheme) => {
    const { style } = await lookOf({
      uiTheme,
      primaryColor: '#8b5cf6',
      primaryColorDark: '#ffd400',
    })
    expect(style).not.toContain('light-dark')
    const isWhite = style.includes('--color-primary-content:#ffffff')
    expect(isWhite).toBe(!darkThemes.includes(uiTheme))
  })

  test('holds nothing but names, colors and lengths', async () => {
    for (const corners of ['theme', 'square', 'soft', 'round']) {
      const { style } = await lookOf({ corners, primaryColor: '#ff6b00' })
      expect(style.replaceAll(/light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\)/g, '#000000')).toMatch(
        /^(?:[@:(){}; -]|[a-z]+|#[0-9a-f]{6}|[\d.]+(?:rem|px)?)*$/,
      )
    }
  })
})

describe('of two colors', () => {
  test('each has its side', async () => {
    expect(await fills({ primaryColor: '#3350d0', primaryColorDark: '#00b4d8' })).toEqual([
      '#3350d0',
      '#00b4d8',
    ])
  })

  test('one alone is adapted to the other side', async () => {
    expect(await fills({ primaryColor: '#3350d0' })).toEqual(['#3350d0', '#4163e4'])
    expect(await fills({ primaryColorDark: '#00b4d8' })).toEqual(['#00b4d8', '#00b4d8'])
  })

  test('a dark theme takes the dark one, another one the light one', async () => {
    const both = { primaryColor: '#3350d0', primaryColorDark: '#00b4d8' }
    expect(await fills({ ...both, uiTheme: 'dracula' })).toEqual(['#00b4d8', '#00b4d8'])
    expect(await fills({ ...both, uiTheme: 'nord' })).toEqual(['#3350d0', '#3350d0'])
  })
})

test.each([
  ['theme', ''],
  ['square', ':root{--radius-selector:0;--radius-field:0;--radius-box:0}'],
  ['soft', ':root{--radius-selector:0.375rem;--radius-field:0.4375rem;--radius-box:0.625rem}'],
  ['round', ':root{--radius-selector:999px;--radius-field:0.875rem;--radius-box:1.125rem}'],
])('corners: %s', async (corners, rule) => {
  expect((await lookOf({ corners })).style).toBe(rule)
})

test('images are addressed by their content, links by what they lead to', async () => {
  const look = await lookOf({
    logoLightEtag: 'abc',
    iconEtag: 'def',
    supportUrl: 'mailto:a@b.example',
    termsUrl: 'https://terms.example',
    footerText: 'Company',
  })
  expect(look).toEqual({
    logoLight: '/branding/logo-light?v=abc',
    logoDark: '',
    icon: '/branding/icon?v=def',
    faint: { light: false, dark: false },
    links: { help: 'mailto:a@b.example', privacy: '', terms: 'https://terms.example', status: '' },
    footerText: 'Company',
    style: '',
  })
})

test('the neutral grounds are those of the stylesheet', () => {
  const css = ['themes', 'tokens']
    .map((name) => readFileSync(`app/styles/${name}.css`, 'utf8'))
    .join('\n')
  const sides = [...css.matchAll(/name: "neutral-(\w+)";[^}]*/g)]
  expect(sides.map(([, side]) => side)).toEqual(['light', 'dark'])
  for (const [rule, side] of sides) {
    const { surface, ink } = neutralGrounds[side as 'light' | 'dark']
    expect(rule).toContain(`--color-base-100: ${surface};`)
    expect(rule).toContain(`--color-base-content: ${ink};`)
  }
  const { light, dark } = neutralGrounds
  expect(css).toContain(`--sunken: light-dark(${light.sunken}, ${dark.sunken});`)
})

test('the ground of a theme is dark when the theme is', () => {
  const isLight = (hex: string) => Number.parseInt(hex.slice(3, 5), 16) > 0x80
  for (const theme of themes) {
    const { surface, ink, isDark } = groundOf(theme)
    expect([theme, isLight(surface), isLight(ink)]).toEqual([theme, !isDark, isDark])
  }
})
