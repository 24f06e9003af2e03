import type { z } from 'zod'
import type { createUserAttribute } from '#lib/api/contract/admin/user-attributes.ts'
import { textOfField } from './submit.ts'

/** Beginnings of the refusals of an attribute, and the inputs that they are about. */
export const attributeRefusals = {
  'validator.identifier': 'key',
  'validator.attribute_value': 'value',
  VALUE_TOO_LONG: 'value',
} as const

type Attribute = z.output<NonNullable<(typeof createUserAttribute)['body']>>

/** What the form of an attribute of a user or a group sends to the API. */
export function attributeOf(form: FormData): Omit<Attribute, 'userId'> {
  return {
    key: textOfField(form, 'key'),
    // Browsers send line breaks as two characters.
    value: textOfField(form, 'value').replaceAll('\r\n', '\n'),
    includeInIdToken: form.get('includeInIdToken') === 'on',
    includeInAccessToken: form.get('includeInAccessToken') === 'on',
  }
}

/** What the form of an attribute begins with. */
export function attributeValues(attribute: Omit<Attribute, 'userId'>) {
  const { key, value, includeInIdToken, includeInAccessToken } = attribute
  return { key, value, includeInIdToken, includeInAccessToken }
}
