'use server'

import { pageTexts } from '../../../_components/texts.ts'
import type { FormState } from '../../../_console/form-state.ts'
import { numberOfField } from '../../../_console/form-values.ts'
import { keepChanges } from '../../../_console/keep-changes.ts'
import { submit } from '../../../_console/submit.ts'
import { sessionValues } from './values.ts'

/** Saves the lifetimes of sign-on sessions. */
export async function saveSessionSettings(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  const idle = 'userSessionIdleTimeoutInSeconds'
  const lifetime = 'userSessionMaxLifetimeInSeconds'
  return submit(form, { done: t('console.saved') }, async (api) => {
    const kept = await keepChanges(form, sessionValues(await api.getSessionSettings()))
    const body = { [idle]: numberOfField(kept, idle), [lifetime]: numberOfField(kept, lifetime) }
    await api.updateSessionSettings({ body })
  })
}
