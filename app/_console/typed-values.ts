import { oneLine } from './one-line.ts'

/** The hidden field with what the page of a form had read of the record. */
export const readField = 'read'

/** What was typed into a form, by field; a repeated field has a line each time. */
export type TypedValues = Readonly<Record<string, string>>

/** Passwords and one-time codes: they never go back into a page. */
export const secretFields: ReadonlySet<string> = new Set([
  'password',
  'currentPassword',
  'newPassword',
  'newPasswordConfirmation',
  'smtpPassword',
  'otpCode',
  'verificationCode',
])

const maxTypedLength = 10_000

/** What of a form is shown again when it is refused: its texts, without what is secret. */
export function typedValues(form: FormData): TypedValues {
  const values: Record<string, string> = {}
  for (const [name, value] of form) {
    // Next's own fields begin with the sign.
    const isKept =
      typeof value === 'string' &&
      !name.startsWith('$') &&
      name !== readField &&
      !secretFields.has(name)
    if (!isKept) continue
    const text = value.slice(0, maxTypedLength)
    const isRepeated = form.getAll(name).length > 1
    const earlier = Object.hasOwn(values, name) ? `${values[name]}\n` : ''
    values[name] = isRepeated ? earlier + oneLine(text) : text
  }
  return values
}

/**
 * What a form is shown with: what was typed where it was refused, else what is stored. A browser sends
 * no box that is not ticked, so a box that was not sent was taken off.
 * @param stored a box is a boolean
 * @param typed null where nothing was refused
 */
export function shownValues(
  stored: Readonly<Record<string, unknown>>,
  typed: TypedValues | null,
): Readonly<Record<string, unknown>> {
  if (!typed) return stored
  const boxes = Object.entries(stored)
    .filter(([, value]) => typeof value === 'boolean')
    .map(([name]) => [name, typed[name] === 'on'] as const)
  return { ...stored, ...typed, ...Object.fromEntries(boxes) }
}
