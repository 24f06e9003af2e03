import { oneLine } from './one-line.ts'

/** The hidden field that holds the record as the page read it. */
export const readField = 'read'

/** The values typed into a form, by field; a repeated field has one line per value. */
export type TypedValues = Readonly<Record<string, string>>

/** Passwords and one-time codes, which never return to a page. */
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

/** The text values of a refused form to show again, without secrets. */
export function typedValues(form: FormData): TypedValues {
  const values: Record<string, string> = {}
  for (const [name, value] of form) {
    // Next's own fields start with `$`.
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
 * The values to show in a form: those of a refused submission, or else the stored ones. Browsers send no unticked
 * checkbox, so a missing checkbox was unticked.
 * @param stored a checkbox is a boolean
 * @param typed null if nothing was refused
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
