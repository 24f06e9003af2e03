import { FormRefusal, textOfField } from '#app/_ui/form/form-values.ts'
import type { Texts } from '#app/_ui/form/submit-route.ts'
import { ApiError } from '#lib/api/client.ts'

const texts = ['password', 'otpCode', 'recoveryCode', 'emailCode'] as const

/** The confirmation that a form sends for a change of factors. */
export function confirmationOf(form: FormData) {
  const typed = texts.map((name) => [name, textOfField(form, name)] as const)
  const passkey = credentialOf(form, 'passkey')
  const parts: Partial<Record<(typeof texts)[number], string>> & { passkey?: typeof passkey } = {
    ...Object.fromEntries(typed.filter(([, text]) => text !== '')),
    ...(passkey && { passkey }),
  }
  return Object.keys(parts).length > 0 ? { confirmation: parts } : {}
}

/** The confirmation of a form whose fields beside the password stand in for a passkey; nothing for other forms. */
export function inPlaceOfPassword(form: FormData) {
  const isSent = ['passkey', 'recoveryCode', 'emailCode'].some((name) => textOfField(form, name))
  if (!isSent) return {}
  const { confirmation } = confirmationOf(form)
  // A code in such a form is that of a new app.
  const { otpCode: _, ...parts } = confirmation ?? {}
  return { confirmation: parts }
}

/**
 * Refuses the form as a whole when its confirmation was refused; other errors pass through.
 * @throws FormRefusal
 */
export function refuseUnconfirmed(error: unknown, t: Texts): void {
  if (!(error instanceof ApiError && error.code === 'AUTHENTICATION_FAILED')) return
  throw new FormRefusal('', t('methods.confirm.failed'))
}

/**
 * A credential that a script put into a field, as JSON; undefined for none.
 * @throws FormRefusal for anything else
 */
export function credentialOf(form: FormData, name: string): Record<string, unknown> | undefined {
  const sent = textOfField(form, name)
  if (sent === '') return undefined
  try {
    const value: unknown = JSON.parse(sent)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Refused below, as any other text.
  }
  throw new FormRefusal('', '')
}
