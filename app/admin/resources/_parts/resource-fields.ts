import { object } from 'zod/mini'
import { textsOfFields } from '#app/_ui/form/form-values.ts'
import { recordFields } from '#app/_ui/form/record-schema.ts'
import type { Submission } from '#app/_ui/form/submit-route.ts'

/**
 * The resource for the API, from the form.
 * @throws FormRefusal for the first invalid field
 */
export function resourceOf({ check, t }: Submission, form: FormData) {
  const { identifier, description } = recordFields((key) => t(`console.record.${key}`))
  const schema = object({ resourceIdentifier: identifier, description })
  return check(schema, textsOfFields(form, ['resourceIdentifier', 'description']))
}
