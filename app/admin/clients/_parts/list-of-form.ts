import { FormRefusal } from '#app/_ui/form/form-values.ts'
import { rowsAsRead, rowsOfList } from '#app/_ui/form/list-values.ts'
import type { Submission } from '#app/_ui/form/submit-route.ts'
import { type EntryCheck, listProblem, namedIn } from './uri-problems.ts'

/**
 * The addresses in a client's form.
 * @throws FormRefusal for the first invalid one. The message names it in the visitor's language, which the API's would
 *   not
 */
export function listOfForm(
  { form, t }: Pick<Submission, 'form' | 't'>,
  problemOf: EntryCheck,
): string[] {
  const entries = rowsOfList(form, 'entries', ['entry']).map(({ entry }) => entry)
  const found = listProblem(entries, problemOf)
  if (!found) return entries
  const labels = t(`clients.wrong.${found.problem}`, namedIn(found.entry))
  throw new FormRefusal('', found.entry ? `${found.entry}: ${labels}` : labels)
}

/** The addresses as the page read them; null when the form holds no readable list. */
export function listAsRead(form: FormData): string[] | null {
  const rows = rowsAsRead(form, 'entries')
  if (!rows) return null
  // A row that the page proposed is not stored.
  return rows
    .filter(({ stored }) => stored !== null)
    .map(({ entry }) => String(entry ?? ''))
    .filter((entry) => entry !== '')
}
