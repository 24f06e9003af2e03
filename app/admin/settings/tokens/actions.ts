'use server'

import { pageTexts } from '../../../_components/texts.ts'
import type { FormState } from '../../../_console/form-state.ts'
import { numberOfField, submit } from '../../../_console/submit.ts'
import { isOn } from '../_parts/switches.ts'

/** Saves lifetimes and contents of tokens. */
export async function saveTokenSettings(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  const body = {
    tokenExpirationInSeconds: numberOfField(form, 'tokenExpirationInSeconds'),
    refreshTokenOfflineIdleTimeoutInSeconds: numberOfField(
      form,
      'refreshTokenOfflineIdleTimeoutInSeconds',
    ),
    refreshTokenOfflineMaxLifetimeInSeconds: numberOfField(
      form,
      'refreshTokenOfflineMaxLifetimeInSeconds',
    ),
    includeOpenIDConnectClaimsInAccessToken: isOn(form, 'includeOpenIDConnectClaimsInAccessToken'),
    includeOpenIDConnectClaimsInIdToken: isOn(form, 'includeOpenIDConnectClaimsInIdToken'),
  }
  return submit(form, { done: t('console.saved') }, (api) => api.updateTokenSettings({ body }))
}
