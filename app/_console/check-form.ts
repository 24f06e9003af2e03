import type { output, ZodMiniType } from 'zod/mini'
import { pageTexts } from '../_components/texts.ts'
import { FormRefusal, textOfField } from './form-values.ts'

/**
 * Parses a form's values by a schema.
 * @throws FormRefusal for the first invalid field, with the schema's message
 */
export function checkForm<Schema extends ZodMiniType>(
  schema: Schema,
  values: Readonly<Record<string, string>>,
): output<Schema> {
  const { success, data, error } = schema.safeParse(values)
  if (success) return data
  const [issue] = error.issues
  throw new FormRefusal(String(issue?.path[0] ?? ''), issue?.message ?? '')
}

/**
 * Guards an irreversible action: the field `identifier` must repeat the record's.
 * @throws FormRefusal if it does not
 */
export async function checkRetyped(form: FormData, identifier: string): Promise<void> {
  const t = await pageTexts()
  if (textOfField(form, 'identifier').trim() === identifier) return
  throw new FormRefusal('identifier', t('console.record.differs'))
}
