import { object, enum as oneOf, refine, string, trim } from 'zod/mini'
import { systemScheme } from '#lib/base/network/system-schemes.ts'
import { isUsableRedirectUri } from '#lib/base/network/url.ts'
import { clientFields, type FieldLabels } from '../_parts/client-schema.ts'

/** Kinds of applications and their clients' needs. */
export const kinds = {
  web: { isBrowserFlow: true, isPublic: false, needsOrigin: false },
  spa: { isBrowserFlow: true, isPublic: true, needsOrigin: true },
  native: { isBrowserFlow: true, isPublic: true, needsOrigin: false },
  machine: { isBrowserFlow: false, isPublic: false, needsOrigin: false },
} as const

export type Kind = keyof typeof kinds

/** The kinds, in the order of the form. */
export const kindNames = ['web', 'spa', 'native', 'machine'] as const satisfies readonly Kind[]

export const newClientFields = [
  'kind',
  'clientIdentifier',
  'displayName',
  'description',
  'redirectUri',
] as const

export function newClientSchema(labels: FieldLabels) {
  const { clientIdentifier, displayName, description } = clientFields(labels)
  return object({
    kind: oneOf(kindNames),
    clientIdentifier,
    displayName,
    description,
    redirectUri: string().check(
      trim(),
      refine((uri) => uri === '' || isUsableRedirectUri(uri), labels('redirect_uri')),
      refine((uri) => systemScheme(uri) === null, labels('redirect_uri_scheme')),
    ),
  })
}
