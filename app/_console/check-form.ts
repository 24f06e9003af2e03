import type { z } from 'zod'
import { FormRefusal } from './submit.ts'

/**
 * What a form sent, as its schema reads it.
 * @throws FormRefusal for the first field that is wrong, with the schema's words
 */
export function checkForm<Schema extends z.ZodType>(
  schema: Schema,
  values: Readonly<Record<string, string>>,
): z.output<Schema> {
  const { success, data, error } = schema.safeParse(values)
  if (success) return data
  const [issue] = error.issues
  throw new FormRefusal(String(issue?.path[0] ?? ''), issue?.message ?? '')
}
