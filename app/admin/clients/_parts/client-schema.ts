import { maxLength, overwrite, regex, string, trim } from 'zod/mini'
import { type RecordLabels, recordFields } from '../../../_console/record-schema.ts'

/** Gives the words for what is wrong with a field, by the end of their key. */
export type FieldLabels = (
  key: Parameters<RecordLabels>[0] | 'website_url' | 'redirect_uri' | 'redirect_uri_scheme',
) => string

const maxWebsiteUrl = 256

/** What may be typed for a client, checked where it is typed and again where it arrives. */
export function clientFields(labels: FieldLabels) {
  const { identifier, description } = recordFields(labels)
  return {
    clientIdentifier: identifier,
    // The rules of a description, on one line: what is pasted may bring tabs and separators of lines.
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
