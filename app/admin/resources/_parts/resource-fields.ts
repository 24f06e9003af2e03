import { object } from 'zod/mini'
import { pageTexts } from '../../../_components/texts.ts'
import { checkForm } from '../../../_console/check-form.ts'
import { recordFields } from '../../../_console/record-schema.ts'
import { textsOfFields } from '../../../_console/submit.ts'

/**
 * What the form of a resource sends to the API.
 * @throws FormRefusal for the first field that is wrong
 */
export async function resourceOf(form: FormData) {
  const t = await pageTexts()
  const { identifier, description } = recordFields((key) => t(`console.record.${key}`))
  const schema = object({ resourceIdentifier: identifier, description })
  return checkForm(schema, textsOfFields(form, ['resourceIdentifier', 'description']))
}
