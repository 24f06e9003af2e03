import { maxLength, overwrite, regex, string, trim } from 'zod/mini'
import { type RecordLabels, recordFields } from '#app/_ui/form/record-schema.ts'

/** Returns the message for an invalid field, by the end of its key. */
export type FieldLabels = (
  key: Parameters<RecordLabels>[0] | 'website_url' | 'redirect_uri' | 'redirect_uri_scheme',
) => string

const maxWebsiteUrl = 256

/** The rules for a client's fields, which both the browser and the route file check. */
export function clientFields(labels: FieldLabels) {
  const { identifier, description } = recordFields(labels)
  return {
    clientIdentifier: identifier,
    // The rules of a description, for one line: pasted text may contain tabs and line separators.
    displayName: description.check(
      overwrite((text) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')),
    ),
    description,
    websiteUrl: string().check(
      trim(),
      maxLength(maxWebsiteUrl, labels('website_url')),
      regex(/^(?:https?:\/\/[^\s<>"]+)?$/i, labels('website_url')),
    ),
  }
}
