import { object, refine, string } from 'zod/mini'
import { emailLike, textUpTo } from '../_parts/rules.ts'

const maxLink = 256
const https = /^https:\/\/[^\s<>"]+$/i

/** The messages of the rules, in the order of the fields. */
export interface BrandingProblems {
  readonly color: string
  readonly support: string
  readonly link: string
  readonly tooLong: string
  readonly brackets: string
}

/** In characters. */
export const maxFooter = 200

/** The rules of the branding form; the API decides which addresses are valid. */
export function brandingSchema(problems: BrandingProblems) {
  const fits = (rule: (text: string) => boolean, error: string) =>
    string().check(refine((text) => text.trim() === '' || rule(text.trim()), error))
  const color = fits((text) => /^#[0-9a-f]{6}$/i.test(text), problems.color)
  const link = fits((text) => https.test(text) && text.length <= maxLink, problems.link)
  return object({
    primaryColor: color,
    primaryColorDark: color,
    corners: string(),
    supportUrl: fits(
      (text) => (https.test(text) || emailLike.test(text)) && text.length <= maxLink,
      problems.support,
    ),
    privacyUrl: link,
    termsUrl: link,
    statusUrl: link,
    footerText: textUpTo(maxFooter, problems.tooLong).check(
      refine((text) => !/[<>]/.test(text), problems.brackets),
    ),
  })
}
