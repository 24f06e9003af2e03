import { submittedForm } from '#lib/http/page.ts'
import type { SubmittedForm } from './form-state.ts'

/** The form that this page answers, with its result; null if the page answers none. */
export async function submitted(): Promise<SubmittedForm | null> {
  return ((await submittedForm()) as SubmittedForm | undefined) ?? null
}

/** Whether this page answers a refused form. With scripts, the form reports it itself (`useRefusal`). */
export async function wasRefused(): Promise<boolean> {
  return (await submitted())?.state.kind === 'refused'
}
