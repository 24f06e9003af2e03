import { pageTexts } from '../_components/texts.ts'
import { FormRefusal } from './form-values.ts'
import { type FormValues, mergeForm } from './merge-form.ts'

/**
 * The form to save: its own changes, with every other field as stored now (`mergeForm`).
 * @param current the form's initial values, if the page were loaded now
 * @throws FormRefusal for the first field that a concurrent save set to another value; when sent again, the form wins
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
