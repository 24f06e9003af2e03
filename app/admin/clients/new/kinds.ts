import { object, refine, string, trim } from 'zod/mini'
import { systemScheme } from '#lib/base/network/system-schemes.ts'
import { isUsableRedirectUri } from '#lib/base/network/url.ts'
import { type Kind, kinds as kindNames } from '#lib/guides/guide.ts'
import { clientFields, type FieldLabels } from '../_parts/client-schema.ts'
import type { Framework } from './framework.ts'

/** Kinds of applications and their clients' needs. */
export const kinds = {
  web: { isBrowserFlow: true, isPublic: false, needsOrigin: false },
  spa: { isBrowserFlow: true, isPublic: true, needsOrigin: true },
  native: { isBrowserFlow: true, isPublic: true, needsOrigin: false },
  machine: { isBrowserFlow: false, isPublic: false, needsOrigin: false },
} as const satisfies Readonly<Record<Kind, object>>

/** The kind that the answer to "Framework" means: a guide, or a kind itself for everything without a guide. */
export function kindOfAnswer(
  frameworks: readonly Pick<Framework, 'id' | 'kind'>[],
  answer: string,
): Kind {
  const framework = frameworks.find(({ id }) => id === answer)
  return framework?.kind ?? kindNames.find((kind) => kind === answer) ?? 'web'
}

export const newClientFields = ['kind', 'displayName', 'clientIdentifier', 'redirectUri'] as const

export function newClientSchema(labels: FieldLabels) {
  const { clientIdentifier, displayName } = clientFields(labels)
  return object({
    kind: string(),
    displayName,
    clientIdentifier,
    redirectUri: string().check(
      trim(),
      refine((uri) => uri === '' || isUsableRedirectUri(uri), labels('redirect_uri')),
      refine((uri) => systemScheme(uri) === null, labels('redirect_uri_scheme')),
    ),
  })
}
