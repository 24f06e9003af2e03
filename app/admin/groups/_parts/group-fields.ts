import { object } from 'zod/mini'
import { textsOfFields } from '#app/_ui/form/form-values.ts'
import { recordFields } from '#app/_ui/form/record-schema.ts'
import type { Submission } from '#app/_ui/form/submit-route.ts'

/**
 * The group for the API, from the form.
 * @throws FormRefusal for the first invalid field
 */
export function groupOf({ check, t }: Submission, form: FormData) {
  const { identifier, description } = recordFields((key) => t(`console.record.${key}`))
  const schema = object({ groupIdentifier: identifier, description })
  return {
    ...check(schema, textsOfFields(form, ['groupIdentifier', 'description'])),
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
