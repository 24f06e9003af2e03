'use server'

import { refresh } from 'next/cache'
import { pageTexts } from '../../_components/texts.ts'
import type { FormState } from '../../_console/form-state.ts'
import { phoneOf, phoneRefusals } from '../../_console/phone-form.ts'
import { submit } from '../../_console/submit.ts'

/** Replaces one's own phone number; both fields empty take it away. */
export async function savePhone(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  return submit(form, { fields: phoneRefusals, done: t('console.saved') }, async (api) => {
    await api.updateOwnPhone({ body: phoneOf(form) })
    refresh()
  })
}
