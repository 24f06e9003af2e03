import { pageTexts } from '../../../_components/texts.ts'
import { FormRefusal } from '../../../_console/form-values.ts'
import { textsOfList } from '../../../_console/list-values.ts'
import { type EntryCheck, listProblem, namedIn } from './uri-problems.ts'

/**
 * The addresses in a client's form.
 * @throws FormRefusal for the first invalid one. The message names it in the visitor's language, which the API's would
 *   not
 */
export async function listOfForm(form: FormData, problemOf: EntryCheck): Promise<string[]> {
  const entries = textsOfList(form, 'entry')
  const found = listProblem(entries, problemOf)
  if (!found) return [...entries]
  const t = await pageTexts()
  const labels = t(`clients.wrong.${found.problem}`, namedIn(found.entry))
  throw new FormRefusal('', found.entry ? `${found.entry}: ${labels}` : labels)
}
