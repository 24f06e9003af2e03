import type { ToldConflict } from './form-state.ts'
import type { ListDifference } from './list-difference.ts'

/** The changes of a concurrent save that a form would overwrite. */
export interface ConcurrentSave {
  /** The record to send as read next time. */
  readonly read?: string
  /** The fields that it set to other values. */
  readonly conflicts?: readonly ToldConflict[]
  /** The changes to the form's list. */
  readonly difference?: ListDifference
}

/** A refusal by the form itself, before it calls the API. */
export class FormRefusal extends Error {
  override readonly name = 'FormRefusal'
  /** '' for the form as a whole. */
  readonly field: string
  readonly concurrent: ConcurrentSave

  constructor(field: string, message: string, concurrent: ConcurrentSave = {}) {
    super(message)
    this.field = field
    this.concurrent = concurrent
  }
}

/** A text field of a form; '' if it is missing or a file. */
export function textOfField(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** A number field of a form; NaN if it holds no number. */
export function numberOfField(form: FormData, name: string): number {
  const text = textOfField(form, name).trim()
  return text === '' ? Number.NaN : Number(text)
}

/** Text fields of a form, by name. */
export function textsOfFields<Name extends string>(
  form: FormData,
  names: readonly Name[],
): Record<Name, string> {
  const pairs = names.map((name) => [name, textOfField(form, name)])
  return Object.fromEntries(pairs) as Record<Name, string>
}
