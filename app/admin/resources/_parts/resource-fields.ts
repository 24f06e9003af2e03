import { object } from 'zod/mini'
import { pageTexts } from '../../../_components/texts.ts'
import { checkForm } from '../../../_console/check-form.ts'
import { textsOfFields } from '../../../_console/form-values.ts'
import { recordFields } from '../../../_console/record-schema.ts'

/**
 * The resource for the API, from the form.
 * @throws FormRefusal for the first invalid field
 */
export async function resourceOf(form: FormData) {
  const t = await pageTexts()
  const { identifier, description } = recordFields((key) => t(`console.record.${key}`))
  const schema = object({ resourceIdentifier: identifier, description })
  return checkForm(schema, textsOfFields(form, ['resourceIdentifier', 'description']))
}
