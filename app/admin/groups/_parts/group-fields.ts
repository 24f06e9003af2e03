import { object } from 'zod/mini'
import { pageTexts } from '../../../_components/texts.ts'
import { checkForm } from '../../../_console/check-form.ts'
import { recordFields } from '../../../_console/record-schema.ts'
import { textsOfFields } from '../../../_console/submit.ts'

/**
 * The group for the API, from the form.
 * @throws FormRefusal for the first invalid field
 */
export async function groupOf(form: FormData) {
  const t = await pageTexts()
  const { identifier, description } = recordFields((key) => t(`console.record.${key}`))
  const schema = object({ groupIdentifier: identifier, description })
  return {
    ...checkForm(schema, textsOfFields(form, ['groupIdentifier', 'description'])),
    includeInIdToken: form.get('includeInIdToken') === 'on',
    includeInAccessToken: form.get('includeInAccessToken') === 'on',
  }
}

/** Initial values of the group form. */
export function groupValues(group: {
  readonly groupIdentifier: string
  readonly description: string
  readonly includeInIdToken: boolean
  readonly includeInAccessToken: boolean
}) {
  const { groupIdentifier, description, includeInIdToken, includeInAccessToken } = group
  return { groupIdentifier, description, includeInIdToken, includeInAccessToken }
}
