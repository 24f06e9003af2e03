import { refresh } from 'next/cache'
import { unstable_rethrow } from 'next/navigation'
import { ApiError } from '#lib/api/client.ts'
import { pageLanguage, visitor } from '#lib/http/page.ts'
import { pageTexts } from '../_components/texts.ts'
import type { FormState } from './form-state.ts'
import { FormRefusal, textOfField } from './form-values.ts'
import { type Api, makeApi } from './make-api.ts'
import { noteRefusal } from './refused-requests.ts'
import { readField, typedValues } from './typed-values.ts'

export interface SubmitOptions {
  /** Prefixes of refusal codes and the fields they concern; the first match wins, so narrow prefixes come first. */
  readonly fields?: Readonly<Record<string, string>>
  /** The success message. */
  readonly done: string
  /** Translations of codes whose texts the API has only in English. */
  readonly labels?: Readonly<Record<string, string>>
}

/**
 * Runs the work of a server action and converts its result for the form. A refusal of the API appears at its field in
 * the visitor's language. An ended session is reported without losing the input; any other failure shows a general
 * message.
 *
 * A server action is a public endpoint whose arguments may be anything. They are checked only after the session is
 * found, and arguments that no page sends have no effect.
 * @param work reads the form and calls the API; it may redirect afterwards
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
    // The next save compares with the values stored now.
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

function fieldOf(code: string, fields: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(fields).find(([beginning]) => code.startsWith(beginning))?.[1]
}
