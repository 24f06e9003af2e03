'use server'

import { object, string } from 'zod/mini'
import { ApiError } from '#lib/api/client.ts'
import { pageTexts } from '../../../../_components/texts.ts'
import { checkForm } from '../../../../_console/check-form.ts'
import type { FormState } from '../../../../_console/form-state.ts'
import { FormRefusal, textOfField, textsOfFields } from '../../../../_console/form-values.ts'
import { keepChanges } from '../../../../_console/keep-changes.ts'
import { submitRecord } from '../../../../_console/submit-record.ts'
import { clientFields } from '../../_parts/client-schema.ts'
import { settingsValues } from './values.ts'

const texts = ['clientIdentifier', 'displayName', 'description', 'websiteUrl'] as const
const fields = {
  'validator.identifier': 'clientIdentifier',
  'validator.description': 'description',
  'validator.display_name': 'displayName',
} as const

/** Saves a client's names, its display options and whether it is enabled. */
export async function saveSettings(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  const t = await pageTexts()
  return submitRecord(form, { fields }, async (api) => {
    const { client } = await api.getClient({ params: { id } })
    const kept = await keepChanges(form, settingsValues(client))
    const isOn = (name: string) => kept.has(name)
    const isRenamed = textOfField(kept, 'clientIdentifier') !== client.clientIdentifier
    const { clientIdentifier, ...rest } = clientFields((key) => t(`clients.wrong.${key}`))
    const schema = object({
      ...rest,
      // An unchanged identifier is not checked: those of dynamically registered clients are longer than the rule
      // allows.
      clientIdentifier: isRenamed ? clientIdentifier : string(),
    })
    const body = {
      ...checkForm(schema, textsOfFields(kept, texts)),
      defaultAcrLevel: textOfField(kept, 'defaultAcrLevel'),
      enabled: isOn('enabled'),
      consentRequired: isOn('consentRequired'),
      showLogo: isOn('showLogo'),
      showDisplayName: isOn('showDisplayName'),
      showDescription: isOn('showDescription'),
      showWebsiteUrl: isOn('showWebsiteUrl'),
    }
    await api.updateClient({ params: { id }, body }).catch((error: unknown) => {
      // The checks above and the form's choices exclude every other reason for this code.
      const isTaken = isRenamed && error instanceof ApiError && error.code === 'VALIDATION_ERROR'
      throw isTaken
        ? new FormRefusal('clientIdentifier', t('clients.wrong.identifier_taken'))
        : error
    })
  })
}

/** Allows or forbids a client to request administrative scopes. */
export async function saveAllowance(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitRecord(form, {}, (api) =>
    api.updateClientAdministrativeScopes({
      params: { id },
      body: { allowed: form.has('allowed') },
    }),
  )
}
