'use server'

import { pageTexts } from '../../../_components/texts.ts'
import type { FormState } from '../../../_console/form-state.ts'
import { numberOfField } from '../../../_console/form-values.ts'
import { keepChanges } from '../../../_console/keep-changes.ts'
import { submit } from '../../../_console/submit.ts'
import { isOn } from '../_parts/switches.ts'
import { tokenValues } from './values.ts'

/** Saves the lifetimes and claims of tokens. */
export async function saveTokenSettings(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  return submit(form, { done: t('console.saved') }, async (api) => {
    const kept = await keepChanges(form, tokenValues(await api.getTokenSettings()))
    const number = (name: string) => numberOfField(kept, name)
    const body = {
      tokenExpirationInSeconds: number('tokenExpirationInSeconds'),
      refreshTokenOfflineIdleTimeoutInSeconds: number('refreshTokenOfflineIdleTimeoutInSeconds'),
      refreshTokenOfflineMaxLifetimeInSeconds: number('refreshTokenOfflineMaxLifetimeInSeconds'),
      includeOpenIDConnectClaimsInAccessToken: isOn(
        kept,
        'includeOpenIDConnectClaimsInAccessToken',
      ),
      includeOpenIDConnectClaimsInIdToken: isOn(kept, 'includeOpenIDConnectClaimsInIdToken'),
    }
    await api.updateTokenSettings({ body })
  })
}
