import { refresh } from 'next/cache'
import { unstable_rethrow } from 'next/navigation'
import { ApiError } from '#lib/api/client.ts'
import { pageLanguage, visitor } from '#lib/http/page.ts'
import { pageTexts } from '../_components/texts.ts'
import { type Api, makeApi } from './api.ts'
import type { FormState } from './form-state.ts'
import { noteRefusal } from './refused-requests.ts'
import { readField, typedValues } from './typed-values.ts'

/** How a form is submitted. */
export interface SubmitOptions {
  /** Beginnings of codes and the fields they are about, narrow ones first. */
  readonly fields?: Readonly<Record<string, string>>
  /** What to say when it worked. */
  readonly done: string
  /** The page's own words for codes whose texts the API gives in English only. */
  readonly labels?: Readonly<Record<string, string>>
}

/** What the page refuses by itself, before the API is asked. */
export class FormRefusal extends Error {
  override readonly name = 'FormRefusal'
  readonly field: string
  /** What the form is to send as read when it is sent again. */
  readonly read: string | undefined

  constructor(field: string, message: string, read?: string) {
    super(message)
    this.field = field
    this.read = read
  }
}

/**
 * Does the work of a server action and turns what comes of it into what the form shows: a refusal
 * of the API stands at its field in the visitor's language, a session that has ended is told without
 * losing what was typed, a failure of ours says that nothing is known about it.
 * Anybody can call an action with anything in place of its arguments: they are looked at when the session was
 * found, and nothing is done with those that no page sends.
 * @param work reads the form and calls the API; may redirect when it is done
 */
export async function submit(
  form: FormData,
  options: SubmitOptions,
  work: Work,
): Promise<FormState> {
  const state = await stateAfter(form, options, work)
  if (state.kind !== 'done') await noteRefusal()
  return state
}

type Work = (api: Api, form: FormData) => Promise<unknown>

async function stateAfter(
  form: FormData,
  { fields = {}, done, labels = {} }: SubmitOptions,
  work: Work,
): Promise<FormState> {
  const id = crypto.randomUUID()
  const who = await visitor()
  if (!who) return { kind: 'session-ended', id }
  const failed = (await pageTexts())('console.failed')
  if (!(form instanceof FormData)) {
    return { kind: 'refused', message: failed, code: '', typed: null, id }
  }
  try {
    await work(
      makeApi(who, await pageLanguage(), () => {}),
      form,
    )
    // The next save compares with what is stored now.
    if (form.has(readField)) refresh()
    return { kind: 'done', message: done, id }
  } catch (error) {
    unstable_rethrow(error)
    const sentRead = textOfField(form, readField)
    const read = error instanceof FormRefusal && error.read ? error.read : sentRead
    const refused = {
      kind: 'refused',
      typed: typedValues(form),
      ...(read !== '' && { read }),
      id,
    } as const
    if (error instanceof FormRefusal) {
      return { ...refused, message: error.message, code: '', field: error.field }
    }
    if (error instanceof ApiError && error.status === 401) return { kind: 'session-ended', id }
    const isRefusal = error instanceof ApiError && error.code !== '' && error.status < 500
    const code = isRefusal ? error.code : ''
    const said = isRefusal ? error.message : failed
    const field = fieldOf(code, fields)
    return { ...refused, message: labels[code] ?? said, code, ...(field && { field }) }
  }
}

/** One text field of a form; '' when it was not sent or is a file. */
export function textOfField(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** A number field of a form; NaN when it holds none. */
export function numberOfField(form: FormData, name: string): number {
  const text = textOfField(form, name).trim()
  return text === '' ? Number.NaN : Number(text)
}

/** The text fields of a form, by their names. */
export function textsOfFields<Name extends string>(
  form: FormData,
  names: readonly Name[],
): Record<Name, string> {
  const pairs = names.map((name) => [name, textOfField(form, name)])
  return Object.fromEntries(pairs) as Record<Name, string>
}

function fieldOf(code: string, fields: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(fields).find(([beginning]) => code.startsWith(beginning))?.[1]
}
