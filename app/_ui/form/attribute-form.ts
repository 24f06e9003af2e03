import type { z } from 'zod'
import type { createUserAttribute } from '#lib/api/contract/admin/user-attributes.ts'
import { textOfField } from './form-values.ts'
import { withLineFeeds } from './line-feeds.ts'

/** Prefixes of the refusal codes for an attribute, and the inputs they concern. */
export const attributeRefusals = {
  'validator.identifier': 'key',
  'validator.attribute_value': 'value',
  VALUE_TOO_LONG: 'value',
} as const

type Attribute = z.output<NonNullable<(typeof createUserAttribute)['body']>>

/** The attribute for the API, from the form of a user or a group. */
export function attributeOf(form: FormData): Omit<Attribute, 'userId'> {
  return {
    key: textOfField(form, 'key'),
    // Browsers send line breaks as CR LF.
    value: withLineFeeds(textOfField(form, 'value')),
    includeInIdToken: form.get('includeInIdToken') === 'on',
    includeInAccessToken: form.get('includeInAccessToken') === 'on',
  }
}

/** Initial values of the attribute form. */
export function attributeValues(attribute: Omit<Attribute, 'userId'>) {
  const { key, value, includeInIdToken, includeInAccessToken } = attribute
  return { key, value, includeInIdToken, includeInAccessToken }
}
