import { FormRefusal, textOfField } from '#app/_ui/form/form-values.ts'

/** The confirmation that a form of this page sends. */
export function confirmationOf(form: FormData) {
  const [password, otpCode] = [textOfField(form, 'password'), textOfField(form, 'otpCode')]
  const passkey = credentialOf(form, 'passkey')
  const parts = {
    ...(password && { password }),
    ...(otpCode && { otpCode }),
    ...(passkey && { passkey }),
  }
  return Object.keys(parts).length > 0 ? { confirmation: parts } : {}
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
