import { type AccentSource, accentSides } from './branding-style.ts'

/** The contrast of one part of the accent. */
export interface AccentContrast {
  readonly what: 'buttons_light' | 'buttons_dark' | 'links_light' | 'links_dark'
  /** From 1 to 21 (WCAG 2.2). */
  readonly ratio: number
  readonly shown: string
  /** How the stored color was changed; null for a color that is shown unchanged. */
  readonly change: 'lighter' | 'darker' | null
}

/** The contrasts of the stored colors; none without a color. */
export async function accentContrasts(source: AccentSource): Promise<readonly AccentContrast[]> {
  const sides = await accentSides(source)
  if (!sides) return []
  const { contrast, isLighter } = await import('./accent.ts')
  const { groundOf, neutralGrounds } = await import('./theme-ground.ts')
  const grounds = source.uiTheme
    ? { light: groundOf(source.uiTheme), dark: null }
    : { light: neutralGrounds.light, dark: neutralGrounds.dark }
  const given = {
    light: source.primaryColor || source.primaryColorDark,
    dark: source.primaryColorDark || source.primaryColor,
  }
  const changeOf = (shown: string, stored: string) =>
    shown === stored ? null : isLighter(shown, stored) ? 'lighter' : 'darker'
  return (['light', 'dark'] as const).flatMap((side) => {
    const ground = grounds[side]
    if (!ground) return []
    const { fill, onFill, link } = sides[side]
    const stored = ground.isDark ? given.dark : given.light
    const row = (what: 'buttons' | 'links', ratio: number, shown: string): AccentContrast => ({
      what: `${what}_${ground.isDark ? 'dark' : 'light'}`,
      ratio,
      shown,
      change: changeOf(shown, stored),
    })
    return [
      row('buttons', contrast(onFill, fill), fill),
      row('links', contrast(link, ground.surface), link),
    ]
  })
}
