'use server'

import { refresh } from 'next/cache'
import { ApiError } from '#lib/api/client.ts'
import { pageTexts } from '../../_components/texts.ts'
import type { FormState } from '../../_console/form-state.ts'
import { numberOfField } from '../../_console/form-values.ts'
import { submit } from '../../_console/submit.ts'

/** Revokes the visitor's consent for a client. A consent that is already revoked counts as a success. */
export async function revokeConsent(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  return submit(form, { done: t('account.consents.revoked') }, async (api) => {
    await api.deleteOwnConsent({ params: { id: numberOfField(form, 'id') } }).catch((error) => {
      if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error
    })
    refresh()
  })
}
