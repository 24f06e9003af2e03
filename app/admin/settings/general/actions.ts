'use server'

import { refresh } from 'next/cache'
import { pageTexts } from '../../../_components/texts.ts'
import type { FormState } from '../../../_console/form-state.ts'
import { submit, textsOfFields } from '../../../_console/submit.ts'
import { isOn } from '../_parts/switches.ts'

/** Saves the general settings, and shows what every page has of them: the name. */
export async function saveGeneralSettings(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  const fields = {
    'validator.settings_app_name': 'appName',
    'validator.settings_issuer': 'issuer',
  }
  return submit(form, { fields, done: t('console.saved') }, async (api) => {
    await api.updateGeneralSettings({
      body: {
        ...textsOfFields(form, ['appName', 'issuer', 'passwordPolicy']),
        selfRegistrationEnabled: isOn(form, 'selfRegistrationEnabled'),
        selfRegistrationRequiresEmailVerification: isOn(
          form,
          'selfRegistrationRequiresEmailVerification',
        ),
        dynamicClientRegistrationEnabled: isOn(form, 'dynamicClientRegistrationEnabled'),
        pkceRequired: isOn(form, 'pkceRequired'),
        implicitFlowEnabled: isOn(form, 'implicitFlowEnabled'),
        resourceOwnerPasswordCredentialsEnabled: isOn(
          form,
          'resourceOwnerPasswordCredentialsEnabled',
        ),
      },
    })
    refresh()
  })
}
