import { object, string } from 'zod/mini'
import { FormRefusal, textOfField, textsOfFields } from '#app/_ui/form/form-values.ts'
import { recordTexts } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { clientFields } from '#app/admin/clients/_parts/client-schema.ts'
import { settingsValues } from '#app/admin/clients/[id]/settings/values.ts'
import { ApiError } from '#lib/api/client.ts'

const texts = ['clientIdentifier', 'displayName', 'description', 'websiteUrl'] as const
const fields = {
  'validator.identifier': 'clientIdentifier',
  'validator.description': 'description',
  'validator.display_name': 'displayName',
} as const

/** Saves a client's names, its display options and whether it is enabled. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, t, check, keepChanges }) => {
    const params = { id: id() }
    const { client } = await api.getClient({ params })
    const kept = keepChanges(settingsValues(client))
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
      ...check(schema, textsOfFields(kept, texts)),
      defaultAcrLevel: textOfField(kept, 'defaultAcrLevel'),
      enabled: isOn('enabled'),
      consentRequired: isOn('consentRequired'),
      showLogo: isOn('showLogo'),
      showDisplayName: isOn('showDisplayName'),
      showDescription: isOn('showDescription'),
      showWebsiteUrl: isOn('showWebsiteUrl'),
    }
    await api.updateClient({ params, body }).catch((error: unknown) => {
      // The checks above and the form's choices exclude every other reason for this code.
      const isTaken = isRenamed && error instanceof ApiError && error.code === 'VALIDATION_ERROR'
      throw isTaken
        ? new FormRefusal('clientIdentifier', t('clients.wrong.identifier_taken'))
        : error
    })
    return { done: 'saved' }
  },
  (t) => ({ fields, texts: recordTexts(t) }),
)
