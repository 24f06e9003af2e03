import { memoizeLast } from '#lib/base/concurrency/singleton.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'
import type { Accent } from './accent.ts'
import { brandingImagePath } from './branding-images.ts'

/** The company's look, as pages and messages show it. */
export interface BrandingLook {
  /** Addresses below the server's own; '' for none. */
  readonly logoLight: string
  readonly logoDark: string
  readonly icon: string
  /** Links of the footer; '' for none. */
  readonly links: {
    readonly help: string
    readonly privacy: string
    readonly terms: string
    readonly status: string
  }
  readonly footerText: string
  /** Rules for the one `<style>` of the document: checked hex numbers and lengths of this file; '' for none. */
  readonly style: string
}

/** What pages show before the settings can be read. */
export const noBranding: BrandingLook = {
  logoLight: '',
  logoDark: '',
  icon: '',
  links: { help: '', privacy: '', terms: '', status: '' },
  footerText: '',
  style: '',
}

/** The accent on a light and a dark ground; the same one twice for a theme with one side. */
export interface AccentSides {
  readonly light: Accent
  readonly dark: Accent
}

export type AccentSource = Pick<SettingsRecord, 'primaryColor' | 'primaryColorDark' | 'uiTheme'>

/** daisyUI's radii of small parts, fields and boxes; `soft` are those of the neutral theme. */
const radii: Readonly<Record<string, readonly [selector: string, field: string, box: string]>> = {
  square: ['0', '0', '0'],
  soft: ['0.375rem', '0.4375rem', '0.625rem'],
  round: ['999px', '0.875rem', '1.125rem'],
}

/** The look of the stored settings, computed once per change. */
export function brandingLook(settings: SettingsRecord): Promise<BrandingLook> {
  return memoizeLast('branding look', settings, () => makeLook(settings))
}

async function makeLook(settings: SettingsRecord): Promise<BrandingLook> {
  const { supportUrl, privacyUrl, termsUrl, statusUrl, footerText } = settings
  return {
    logoLight: brandingImagePath(settings, 'logo-light'),
    logoDark: brandingImagePath(settings, 'logo-dark'),
    icon: brandingImagePath(settings, 'icon'),
    links: { help: supportUrl, privacy: privacyUrl, terms: termsUrl, status: statusUrl },
    footerText,
    style: cornersRule(settings) + accentRule(await accentSides(settings)),
  }
}

/**
 * The accent of the settings; null when no color is set, and the theme's own holds. A color for one side only is adapted
 * to the other one.
 */
export async function accentSides(source: AccentSource): Promise<AccentSides | null> {
  const { primaryColor, primaryColorDark, uiTheme } = source
  const light = primaryColor || primaryColorDark
  if (!light) return null
  const dark = primaryColorDark || primaryColor
  // The library of colors takes a tenth of a second to load, which installations without a color need not wait.
  const { accentOn } = await import('./accent.ts')
  const { groundOf, neutralGrounds } = await import('./theme-ground.ts')
  if (uiTheme) {
    const ground = groundOf(uiTheme)
    const only = accentOn(ground.isDark ? dark : light, ground)
    return { light: only, dark: only }
  }
  return { light: accentOn(light, neutralGrounds.light), dark: accentOn(dark, neutralGrounds.dark) }
}

function cornersRule({ corners }: SettingsRecord): string {
  const [selector, field, box] = radii[corners] ?? []
  return selector
    ? `:root{--radius-selector:${selector};--radius-field:${field};--radius-box:${box}}`
    : ''
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

/** A visitor who asks for more contrast, or has colors of their own, gets the theme's measured values. */
function accentRule(sides: AccentSides | null): string {
  if (!sides) return ''
  const values = Object.entries(tokens).map(([name, part]) => {
    const { light, dark } = { light: sides.light[part], dark: sides.dark[part] }
    return `${name}:${light === dark ? light : `light-dark(${light},${dark})`}`
  })
  return `@media (forced-colors:none) and (not (prefers-contrast:more)){:root{${values.join(';')}}}`
}
