import { type BrandingProblems, maxFooter } from './schema.ts'

type Texts = (
  key:
    | 'settings.branding.bad_color'
    | 'settings.branding.bad_support'
    | 'settings.branding.bad_link'
    | 'settings.too_long'
    | 'settings.no_angle_brackets',
  values?: Readonly<Record<string, number>>,
) => string

/** The messages of the branding form's rules, for the page and for its route. */
export function brandingProblems(t: Texts): BrandingProblems {
  return {
    color: t('settings.branding.bad_color'),
    support: t('settings.branding.bad_support'),
    link: t('settings.branding.bad_link'),
    tooLong: t('settings.too_long', { max: maxFooter }),
    brackets: t('settings.no_angle_brackets'),
  }
}
