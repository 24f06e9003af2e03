'use server'

import { pageTexts } from '../../_components/texts.ts'
import { addressOf, addressRefusals, addressValues } from '../../_console/address-form.ts'
import type { FormState } from '../../_console/form-state.ts'
import { keepChanges } from '../../_console/keep-changes.ts'
import { submit } from '../../_console/submit.ts'

export async function saveAddress(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  return submit(form, { fields: addressRefusals, done: t('console.saved') }, async (api) => {
    const { user } = await api.getOwnProfile()
    const kept = await keepChanges(form, addressValues(user))
    await api.updateOwnAddress({ body: addressOf(kept) })
  })
}
