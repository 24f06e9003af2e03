import { withLineFeeds } from './line-feeds.ts'
import { readField } from './typed-values.ts'

/** A form's initial values by field; a checkbox is a boolean. */
export type FormValues = Readonly<Record<string, unknown>>

/** A field that the form and a concurrent save set to different values. */
export interface FieldConflict {
  readonly field: string
  /** The form's value; a check box is a boolean. */
  readonly mine: unknown
  /** The stored value. */
  readonly now: unknown
}

export interface FormConflict {
  /** In the order of the form; at least one. */
  readonly conflicts: readonly FieldConflict[]
  /** The record to send as read next time, so that the form's own values win. */
  readonly read: string
}

/**
 * Merges a form into the record as it is now. A field that the form did not change takes the stored value, so saving
 * one field never undoes a concurrent change to another.
 * @param form as sent, with the record as its page read it (`readField`); without that, every field counts as changed
 * @param current the form's initial values, if the page were loaded now
 * @returns the form to save, or the conflicts
 */
export function mergeForm(form: FormData, current: FormValues): FormData | FormConflict {
  const read = readValues(form)
  const merged = new FormData()
  const conflicts: FieldConflict[] = []
  for (const [name, value] of form) merged.append(name, value)
  for (const [field, now] of Object.entries(current)) {
    const isBox = typeof now === 'boolean'
    if (!Object.hasOwn(read, field) || !(isBox || form.has(field))) continue
    const sent = isBox ? form.has(field) : sameLineEnds(form.get(field))
    const [before, stored] = [sameLineEnds(read[field]), sameLineEnds(now)]
    if (sent === before) setField(merged, field, now)
    else if (stored !== before && stored !== sent) conflicts.push({ field, mine: sent, now })
  }
  if (conflicts.length === 0) return merged
  const now = Object.fromEntries(conflicts.map((one) => [one.field, one.now]))
  return { conflicts, read: readAgain(form, now) }
}

/** The record to send as read next time, so that the form's own values of some fields win then. */
export function readAgain(form: FormData, now: FormValues): string {
  return JSON.stringify({ ...readValues(form), ...now })
}

/** The record as the page read it; empty if the field is missing or malformed. */
export function readValues(form: FormData): FormValues {
  try {
    const read: unknown = JSON.parse(String(form.get(readField)))
    return read !== null && typeof read === 'object' ? (read as FormValues) : {}
  } catch {
    return {}
  }
}

function sameLineEnds(value: unknown): unknown {
  return typeof value === 'string' ? withLineFeeds(value) : value
}

function setField(form: FormData, name: string, value: unknown): void {
  if (typeof value !== 'boolean') form.set(name, String(value ?? ''))
  else if (value) form.set(name, 'on')
  else form.delete(name)
}
