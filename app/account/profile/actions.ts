'use server'

import { pageTexts } from '../../_components/texts.ts'
import type { FormState } from '../../_console/form-state.ts'
import { keepChanges } from '../../_console/keep-changes.ts'
import { profileOf, profileRefusals, profileValues } from '../../_console/profile-form.ts'
import { submit } from '../../_console/submit.ts'

export async function saveProfile(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  return submit(form, { fields: profileRefusals, done: t('console.saved') }, async (api) => {
    const { user } = await api.getOwnProfile()
    const kept = await keepChanges(form, profileValues(user))
    await api.updateOwnProfile({ body: profileOf(kept) })
  })
}
