'use server'

import { pageTexts } from '../../../_components/texts.ts'
import type { FormState } from '../../../_console/form-state.ts'
import { textsOfFields } from '../../../_console/form-values.ts'
import { keepChanges } from '../../../_console/keep-changes.ts'
import { submit } from '../../../_console/submit.ts'
import { isOn } from '../_parts/switches.ts'

/** Saves the general settings; the refresh also shows the new name, which is part of every page. */
export async function saveGeneralSettings(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  const fields = {
    'validator.settings_app_name': 'appName',
    'validator.settings_issuer': 'issuer',
  }
  return submit(form, { fields, done: t('console.saved') }, async (api) => {
    const kept = await keepChanges(form, await api.getGeneralSettings())
    await api.updateGeneralSettings({
      body: {
        ...textsOfFields(kept, ['appName', 'issuer', 'passwordPolicy']),
        selfRegistrationEnabled: isOn(kept, 'selfRegistrationEnabled'),
        selfRegistrationRequiresEmailVerification: isOn(
          kept,
          'selfRegistrationRequiresEmailVerification',
        ),
        dynamicClientRegistrationEnabled: isOn(kept, 'dynamicClientRegistrationEnabled'),
        pkceRequired: isOn(kept, 'pkceRequired'),
        implicitFlowEnabled: isOn(kept, 'implicitFlowEnabled'),
        resourceOwnerPasswordCredentialsEnabled: isOn(
          kept,
          'resourceOwnerPasswordCredentialsEnabled',
        ),
      },
    })
  })
}
