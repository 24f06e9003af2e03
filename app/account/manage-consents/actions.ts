'use server'

import { refresh } from 'next/cache'
import { ApiError } from '#lib/api/client.ts'
import { pageTexts } from '../../_components/texts.ts'
import type { FormState } from '../../_console/form-state.ts'
import { numberOfField, submit } from '../../_console/submit.ts'

/** Withdraws what one allowed an application; withdrawn already counts as done. */
export async function revokeConsent(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  return submit(form, { done: t('account.consents.revoked') }, async (api) => {
    await api.deleteOwnConsent({ params: { id: numberOfField(form, 'id') } }).catch((error) => {
      if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error
    })
    refresh()
  })
}
