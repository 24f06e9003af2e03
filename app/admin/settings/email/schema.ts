'use client'

import { useMemo } from 'react'
import { boolean, type input, object, optional, string, superRefine } from 'zod/mini'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { emailLike } from '../_parts/rules.ts'

/** Id of the settings form, whose input the test message uses. */
export const emailFormId = 'email-settings'
const longest = {
  smtpHost: 120,
  smtpUsername: 255,
  smtpPassword: 255,
  smtpFromName: 60,
  smtpFromEmail: 60,
} as const

const fields = object({
  smtpEnabled: boolean(),
  smtpHost: string(),
  smtpPort: string(),
  smtpUsername: string(),
  smtpPassword: string(),
  clearPassword: optional(boolean()),
  smtpEncryption: string(),
  smtpFromName: string(),
  smtpFromEmail: string(),
})

export type EmailValues = input<typeof fields>

/** The rules of the mail settings; none apply while mail is off. */
export function useEmailSchema() {
  const t = useTexts()
  return useMemo(
    () =>
      fields.check(
        superRefine((sent, context) => {
          if (!sent.smtpEnabled) return
          const complain = (path: keyof EmailValues, message: string) =>
            context.addIssue({ code: 'custom', path: [path], message })
          for (const name of ['smtpHost', 'smtpFromEmail'] as const) {
            if (sent[name].trim() === '') complain(name, t('settings.required'))
          }
          for (const name of Object.keys(longest) as (keyof typeof longest)[]) {
            const max = longest[name]
            if ([...sent[name].trim()].length > max) complain(name, t('settings.too_long', { max }))
          }
          const port = Number(sent.smtpPort)
          const isPort = Number.isInteger(port) && port >= 1 && port <= 65_535
          if (!isPort) complain('smtpPort', t('settings.range', { min: 1, max: 65_535 }))
          if (/[<>]/.test(sent.smtpFromName)) {
            complain('smtpFromName', t('settings.no_angle_brackets'))
          }
          const address = sent.smtpFromEmail.trim()
          if (address && !emailLike.test(address)) {
            complain('smtpFromEmail', t('settings.email.email_invalid'))
          }
        }),
      ),
    [t],
  )
}
