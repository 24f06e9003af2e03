import { memoizeLast } from '#lib/base/concurrency/singleton.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'
import { brandingImagePath } from './branding-images.ts'
import { type AccentSides, accentSides, accentVariables, radiiOf } from './branding-style.ts'
import { type FaintLogos, faintLogos } from './logo-contrast.ts'

/** The company's look, as pages and messages show it. */
export interface BrandingLook {
  /** Addresses below the server's own; '' for none. */
  readonly logoLight: string
  readonly logoDark: string
  readonly icon: string
  readonly faint: FaintLogos
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

/** The look of pages that appear before the settings can be read. */
export const noBranding: BrandingLook = {
  logoLight: '',
  logoDark: '',
  icon: '',
  faint: { light: false, dark: false },
  links: { help: '', privacy: '', terms: '', status: '' },
  footerText: '',
  style: '',
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
    faint: await faintLogos(settings),
    links: { help: supportUrl, privacy: privacyUrl, terms: termsUrl, status: statusUrl },
    footerText,
    style: cornersRule(settings) + accentRule(await accentSides(settings)),
  }
}

function cornersRule({ corners }: SettingsRecord): string {
  const rules = Object.entries(radiiOf(corners)).map(([name, radius]) => `${name}:${radius}`)
  return rules.length > 0 ? `:root{${rules.join(';')}}` : ''
}

/** Visitors who want more contrast, or use their own colors, get the theme's measured values. */
function accentRule(sides: AccentSides | null): string {
  if (!sides) return ''
  const dark = accentVariables(sides.dark)
  const values = Object.entries(accentVariables(sides.light)).map(
    ([name, light]) =>
      `${name}:${light === dark[name] ? light : `light-dark(${light},${dark[name]})`}`,
  )
  return `@media (forced-colors:none) and (not (prefers-contrast:more)){:root{${values.join(';')}}}`
}
