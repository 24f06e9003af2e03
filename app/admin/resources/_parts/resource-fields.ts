import { object } from 'zod/mini'
import { textsOfFields } from '../../../_console/form-values.ts'
import { recordFields } from '../../../_console/record-schema.ts'
import type { Submission } from '../../../_console/submit-route.ts'

/**
 * The resource for the API, from the form.
 * @throws FormRefusal for the first invalid field
 */
export function resourceOf({ check, t }: Submission, form: FormData) {
  const { identifier, description } = recordFields((key) => t(`console.record.${key}`))
  const schema = object({ resourceIdentifier: identifier, description })
  return check(schema, textsOfFields(form, ['resourceIdentifier', 'description']))
}
