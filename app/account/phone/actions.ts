'use server'

import { pageTexts } from '../../_components/texts.ts'
import type { FormState } from '../../_console/form-state.ts'
import { keepChanges } from '../../_console/keep-changes.ts'
import { phoneOf, phoneRefusals, phoneValues } from '../../_console/phone-form.ts'
import { submit } from '../../_console/submit.ts'

/** Replaces the visitor's phone number; two empty fields remove it. */
export async function savePhone(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  return submit(form, { fields: phoneRefusals, done: t('console.saved') }, async (api) => {
    const { user } = await api.getOwnProfile()
    const kept = await keepChanges(form, phoneValues(user))
    await api.updateOwnPhone({ body: phoneOf(kept) })
  })
}
