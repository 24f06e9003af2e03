'use server'

import { pageTexts } from '../../../_components/texts.ts'
import type { FormState } from '../../../_console/form-state.ts'
import { numberOfField, submit } from '../../../_console/submit.ts'

/** Saves how long sign-on sessions live. */
export async function saveSessionSettings(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  const idle = 'userSessionIdleTimeoutInSeconds'
  const lifetime = 'userSessionMaxLifetimeInSeconds'
  return submit(form, { done: t('console.saved') }, (api) =>
    api.updateSessionSettings({
      body: { [idle]: numberOfField(form, idle), [lifetime]: numberOfField(form, lifetime) },
    }),
  )
}
