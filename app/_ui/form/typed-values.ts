import { rowsOfTexts } from '#app/_ui/list/rows-of-texts.ts'
import { oneLine } from './one-line.ts'

/** The hidden field that holds the record as the page read it. */
export const readField = 'read'

/** The button that asks for the request of the API that the form would send, in place of sending it. */
export const callField = 'show_call'

/** The values typed into a form, by field; a repeated field has one line per value. */
export type TypedValues = Readonly<Record<string, string>>

/** Passwords and one-time codes, which never return to a page. */
export const secretFields: ReadonlySet<string> = new Set([
  'password',
  'currentPassword',
  'newPassword',
  'newPasswordConfirmation',
  'smtpPassword',
  'clientSecret',
  'otpCode',
  'newOtpCode',
  'verificationCode',
  'lostPassword',
  'recoveryCode',
  'emailCode',
])

/** Longer than what any field can save: 200 domains, or 100 groups of a provider. */
const maxTypedLength = 64 * 1024

/** The text values of a refused form to show again, without secrets. */
export function typedValues(form: FormData): TypedValues {
  const values: Record<string, string> = {}
  for (const [name, value] of form) {
    if (typeof value !== 'string' || name === readField || secretFields.has(name)) continue
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
  const shown = Object.entries(stored).map(([name, value]) => [
    name,
    shownValue(name, value, typed),
  ])
  return Object.fromEntries(shown)
}

function shownValue(name: string, stored: unknown, typed: TypedValues): unknown {
  if (typeof stored === 'boolean') return typed[name] === 'on'
  if (Array.isArray(stored)) return typedRows(name, stored, typed)
  if (stored !== null && typeof stored === 'object') {
    const boxes = Object.keys(stored).map((box) => [box, typed[`${name}.${box}`] === 'on'])
    return Object.fromEntries(boxes)
  }
  return Object.hasOwn(typed, name) ? typed[name] : stored
}

/** The rows of a list as typed. Without scripts, a row keeps its place, so its number names its stored entry. */
function typedRows(name: string, stored: readonly unknown[], typed: TypedValues) {
  const rows = rowsOfTexts(Object.entries(typed), name)
  if (rows.size === 0) return stored
  return [...rows].map(([index, row]) => ({
    ...row,
    stored: index < stored.length - 1 ? index : null,
  }))
}
