import { pageTexts } from '../_components/texts.ts'
import { type FormValues, mergeForm } from './merge-form.ts'
import { FormRefusal } from './submit.ts'

/**
 * The form to save: what it changed, with everything else as it is stored now (`mergeForm`).
 * @param current what the form would begin with now
 * @throws FormRefusal for the first field that somebody else changed to another value; sent again, the form wins
 */
export async function keepChanges(form: FormData, current: FormValues): Promise<FormData> {
  const merged = mergeForm(form, current)
  if (merged instanceof FormData) return merged
  throw new FormRefusal(merged.field, await changedWords(merged.now), merged.read)
}

async function changedWords(now: unknown): Promise<string> {
  const t = await pageTexts()
  const value = String(now ?? '').slice(0, 200)
  return value === '' ? t('console.emptied_meanwhile') : t('console.changed_meanwhile', { value })
}
