import type { FormState } from './form-state.ts'
import { readField } from './typed-values.ts'

/**
 * Sends a form to its route file as a browser without scripts would, and reads the result as JSON.
 * @param failed the message for a server that is unreachable or gives no readable answer
 */
export async function postForm(
  address: string,
  form: FormData,
  failed: string,
): Promise<FormState> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: encoded(form),
    })
    const state = (await response.json()) as FormState
    const read = form.get(readField)
    return state.kind === 'refused' && typeof read === 'string' ? { read, ...state } : state
  } catch {
    const id = `failure-${performance.now()}`
    return { kind: 'refused', message: failed, code: '', typed: null, id }
  }
}

/** A form with a file needs the larger encoding, as in a form without scripts. */
function encoded(form: FormData): FormData | URLSearchParams {
  const texts = [...form].filter((field): field is [string, string] => typeof field[1] === 'string')
  return texts.length === [...form].length ? new URLSearchParams(texts) : form
}
