'use server'

import { pageTexts } from '../../../_components/texts.ts'
import type { FormState } from '../../../_console/form-state.ts'
import { numberOfField, submit } from '../../../_console/submit.ts'
import { isOn } from '../_parts/switches.ts'

/** Saves lifetimes and contents of tokens. */
export async function saveTokenSettings(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  return submit(form, { done: t('console.saved') }, (api) => {
    const number = (name: string) => numberOfField(form, name)
    const body = {
      tokenExpirationInSeconds: number('tokenExpirationInSeconds'),
      refreshTokenOfflineIdleTimeoutInSeconds: number('refreshTokenOfflineIdleTimeoutInSeconds'),
      refreshTokenOfflineMaxLifetimeInSeconds: number('refreshTokenOfflineMaxLifetimeInSeconds'),
      includeOpenIDConnectClaimsInAccessToken: isOn(
        form,
        'includeOpenIDConnectClaimsInAccessToken',
      ),
      includeOpenIDConnectClaimsInIdToken: isOn(form, 'includeOpenIDConnectClaimsInIdToken'),
    }
    return api.updateTokenSettings({ body })
  })
}
