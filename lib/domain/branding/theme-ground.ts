import { formatHex, interpolate } from 'culori'
import daisyThemes from 'daisyui/theme/object'
import { darkThemes } from './themes.ts'

/** The grounds of a theme, as `#rrggbb`. */
export interface Ground {
  readonly isDark: boolean
  readonly surface: string
  /** Parts of a page that lie deeper than its surface. */
  readonly sunken: string
  readonly ink: string
}

/** The neutral theme of `app/styles`, which an empty setting means. */
export const neutralGrounds = {
  light: { isDark: false, surface: '#ffffff', sunken: '#f1f1f4', ink: '#17171c' },
  dark: { isDark: true, surface: '#151519', sunken: '#1c1c21', ink: '#ededf2' },
} as const satisfies Record<string, Ground>

/** Share of the text's color in sunken parts, as in `app/styles/tokens.css`. */
const sunkenShare = 0.05

/**
 * The ground of a daisyUI theme.
 * @param theme one of `themes`
 */
export function groundOf(theme: string): Ground {
  const colors = daisyThemes[theme]
  if (!colors) throw new Error(`There is no theme '${theme}'.`)
  const surface = formatHex(colors['--color-base-100']) ?? ''
  const ink = formatHex(colors['--color-base-content']) ?? ''
  const sunken = formatHex(interpolate([surface, ink], 'oklab')(sunkenShare))
  return { isDark: darkThemes.includes(theme), surface, sunken, ink }
}
