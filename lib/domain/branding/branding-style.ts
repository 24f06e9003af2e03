import type { SettingsRecord } from '#lib/persistence/store.ts'
import type { Accent } from './accent.ts'

// The company's color and corners in style sheets. Without effects, because the console's preview computes them too.

/** The accent on a light and a dark ground; the same one twice for a theme with one side. */
export interface AccentSides {
  readonly light: Accent
  readonly dark: Accent
}

export type AccentSource = Pick<SettingsRecord, 'primaryColor' | 'primaryColorDark' | 'uiTheme'>

/** Variables of a style sheet. */
export type StyleVariables = Readonly<Record<string, string>>

/** daisyUI's radii of small parts, fields and boxes; `soft` are those of the neutral theme. */
const radii: Readonly<Record<string, readonly [selector: string, field: string, box: string]>> = {
  square: ['0', '0', '0'],
  soft: ['0.375rem', '0.4375rem', '0.625rem'],
  round: ['999px', '0.875rem', '1.125rem'],
}

/**
 * The accent of the settings; null without a color, so the theme's own accent applies. A color for one side only is
 * adapted to the other one.
 */
export async function accentSides(source: AccentSource): Promise<AccentSides | null> {
  const { primaryColor, primaryColorDark, uiTheme } = source
  const light = primaryColor || primaryColorDark
  if (!light) return null
  const dark = primaryColorDark || primaryColor
  // The library of colors takes a tenth of a second to load, so installations without a color do not load it.
  const { accentOn } = await import('./accent.ts')
  const { groundOf, neutralGrounds } = await import('./theme-ground.ts')
  if (uiTheme) {
    const ground = groundOf(uiTheme)
    const only = accentOn(ground.isDark ? dark : light, ground)
    return { light: only, dark: only }
  }
  return { light: accentOn(light, neutralGrounds.light), dark: accentOn(dark, neutralGrounds.dark) }
}

const tokens = {
  '--color-primary': 'fill',
  '--color-primary-content': 'onFill',
  '--on-accent': 'onFill',
  '--accent-hover': 'hover',
  '--accent-text': 'link',
  '--accent-edge': 'edge',
  '--accent-soft': 'soft',
} as const satisfies Record<string, keyof Accent>

/** The variables that show an accent. */
export function accentVariables(accent: Accent): StyleVariables {
  return Object.fromEntries(Object.entries(tokens).map(([name, part]) => [name, accent[part]]))
}

/** The variables of a kind of corners; none for those of the theme. */
export function radiiOf(corners: string): StyleVariables {
  const [selector, field, box] = radii[corners] ?? []
  if (!selector || !field || !box) return {}
  return { '--radius-selector': selector, '--radius-field': field, '--radius-box': box }
}
