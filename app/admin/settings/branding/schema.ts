'use client'

import { useMemo } from 'react'
import { object, refine, string } from 'zod/mini'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { emailLike, textUpTo } from '../_parts/rules.ts'

const maxLink = 256
const maxFooter = 200
const https = /^https:\/\/[^\s<>"]+$/i

/** The rules of the branding form; the API decides which addresses are valid. */
export function useBrandingSchema() {
  const t = useTexts()
  return useMemo(() => {
    const fits = (rule: (text: string) => boolean, error: string) =>
      string().check(refine((text) => text.trim() === '' || rule(text.trim()), error))
    const color = fits((text) => /^#[0-9a-f]{6}$/i.test(text), t('settings.branding.bad_color'))
    const link = fits(
      (text) => https.test(text) && text.length <= maxLink,
      t('settings.branding.bad_link'),
    )
    return object({
      primaryColor: color,
      primaryColorDark: color,
      corners: string(),
      supportUrl: fits(
        (text) => (https.test(text) || emailLike.test(text)) && text.length <= maxLink,
        t('settings.branding.bad_support'),
      ),
      privacyUrl: link,
      termsUrl: link,
      statusUrl: link,
      footerText: textUpTo(maxFooter, t('settings.too_long', { max: maxFooter })).check(
        refine((text) => !/[<>]/.test(text), t('settings.no_angle_brackets')),
      ),
    })
  }, [t])
}
