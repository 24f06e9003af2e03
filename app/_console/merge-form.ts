import { readField } from './typed-values.ts'

/** What a form begins with, by field; a box is a boolean. */
export type FormValues = Readonly<Record<string, unknown>>

/** A field that the form and somebody else have changed, to different values. */
export interface FormConflict {
  readonly field: string
  /** What is stored now. */
  readonly now: unknown
  /** What the form is to send as read from now on: then its own value counts. */
  readonly read: string
}

/**
 * Merges a form into the record as it is now: a field that the form did not change takes the value that is stored,
 * so that saving one field never undoes what somebody else did to another.
 * @param form as sent, with what its page had read (`readField`); without that every field counts as changed
 * @param current what the form would begin with now
 * @returns the form to save, or the first conflict
 */
export function mergeForm(form: FormData, current: FormValues): FormData | FormConflict {
  const read = readValues(form)
  const merged = new FormData()
  for (const [name, value] of form) merged.append(name, value)
  for (const [field, now] of Object.entries(current)) {
    const isBox = typeof now === 'boolean'
    if (!Object.hasOwn(read, field) || !(isBox || form.has(field))) continue
    const sent = isBox ? form.has(field) : sameLineEnds(form.get(field))
    const [before, stored] = [sameLineEnds(read[field]), sameLineEnds(now)]
    if (sent === before) setField(merged, field, now)
    else if (stored !== before && stored !== sent) {
      return { field, now, read: readAgain(form, field, now) }
    }
  }
  return merged
}

/** What a form is to send as read from now on, so that its own value of a field counts when it is sent again. */
export function readAgain(form: FormData, field: string, now: unknown): string {
  return JSON.stringify({ ...readValues(form), [field]: now })
}

/** What the page had read; nothing when the field is missing or is not one of ours. */
function readValues(form: FormData): FormValues {
  try {
    const read: unknown = JSON.parse(String(form.get(readField)))
    return read !== null && typeof read === 'object' ? (read as FormValues) : {}
  } catch {
    return {}
  }
}

/** A browser sends the line ends of a text area as CR LF, however they were stored. */
function sameLineEnds(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value
}

function setField(form: FormData, name: string, value: unknown): void {
  if (typeof value !== 'boolean') form.set(name, String(value ?? ''))
  else if (value) form.set(name, 'on')
  else form.delete(name)
}
