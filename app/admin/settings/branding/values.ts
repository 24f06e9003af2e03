import type { z } from 'zod'
import type { brandingSettings } from '#lib/api/contract/models/branding.ts'

export type Branding = z.output<typeof brandingSettings>

const scheme = 'mailto:'

/** Initial values of the branding form. Help by mail is shown as the address that people know. */
export function brandingValues(settings: Branding) {
  const { primaryColor, primaryColorDark, corners, supportUrl } = settings
  const { privacyUrl, termsUrl, statusUrl, footerText } = settings
  const shownSupport = supportUrl.startsWith(scheme) ? supportUrl.slice(scheme.length) : supportUrl
  return {
    primaryColor,
    primaryColorDark,
    corners: corners as string,
    supportUrl: shownSupport,
    privacyUrl,
    termsUrl,
    statusUrl,
    footerText,
  }
}

/** The fields of the branding form, as texts. */
export type BrandingValues = ReturnType<typeof brandingValues>

/** The address of help as the API takes it. */
export function supportUrlOf(typed: string): string {
  const support = typed.trim()
  return /^[^\s@:/]+@[^\s@:/]+$/.test(support) ? `${scheme}${support}` : support
}
