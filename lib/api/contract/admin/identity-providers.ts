import { z } from 'zod'
import {
  byId,
  describedBy,
  expectedIds,
  flag,
  id,
  ids,
  required,
  storableText,
  success,
  text,
} from '../common.ts'
import { define } from '../define.ts'
import { identityProvider } from '../models/identity-providers.ts'

const unchanged = 'Left out or null: as it is, or as at first.'
const keepable = () => storableText().nullish().describe(unchanged)
const switchable = () => z.boolean().nullish().describe(unchanged)

/** What both writes take; for a new provider some are required. */
const fields = {
  displayName: keepable(),
  enabled: switchable(),
  issuer: keepable(),
  clientId: keepable(),
  clientSecret: storableText()
    .nullish()
    .describe('The client secret; empty removes it. Left out or null: as it is.'),
  secretExpiresAt: keepable(),
  tokenEndpointAuthMethod: keepable(),
  scopes: keepable(),
  parameters: z.record(storableText(), storableText()).nullish().describe(unchanged),
  shownOnSignIn: switchable(),
  createUsers: keepable(),
  linking: keepable(),
  emailTrust: keepable(),
  secondFactor: keepable(),
  secondFactorValues: keepable(),
  domains: z.array(storableText()).nullish().describe(unchanged),
  mapping: z
    .object({
      profile: z
        .record(storableText(), storableText())
        .nullish()
        .describe('Fields of the profile, and the claims that fill them. Absent: none.'),
      groupsClaim: storableText().nullish().describe('The claim that names groups. Absent: none.'),
      groups: z
        .record(storableText(), z.int())
        .nullish()
        .describe('Values of that claim, and the id of the group that each means. Absent: none.'),
    })
    .nullish()
    .describe(`Replaced as a whole. ${unchanged}`),
  syncProfile: keepable(),
  confirmed: flag().describe(
    'True: anyone with an account at a public provider may get one here, although nobody can register.',
  ),
}

const answer = z.object({
  identityProvider,
  warning: z
    .enum(['', 'metadata_unreachable', 'metadata_invalid'])
    .describe('The provider did not answer, or not usably, while it was saved.'),
})

const writeErrors = [
  'INVALID_REQUEST_BODY',
  'VALIDATION_ERROR',
  'validator.provider.issuer_mismatch',
  'MANAGE_SCOPE_REQUIRED',
] as const

export const listIdentityProviders = define({
  id: 'listIdentityProviders',
  method: 'GET',
  path: '/api/v1/admin/identity-providers',
  access: 'settings',
  summary: 'List the servers that people may sign in with, in the order of the sign-in page',
  response: z.object({ identityProviders: z.array(identityProvider) }),
  errors: [],
})

export const createIdentityProvider = define({
  id: 'createIdentityProvider',
  method: 'POST',
  path: '/api/v1/admin/identity-providers',
  access: 'settings',
  needsManage: true,
  summary: 'Add a server that people may sign in with',
  body: z.object(
    describedBy(identityProvider, {
      ...fields,
      alias: required(text()),
      preset: required(text()),
      displayName: required(text()),
      clientId: required(text()),
    }),
  ),
  status: 201,
  response: answer,
  errors: [...writeErrors],
})

export const orderIdentityProviders = define({
  id: 'orderIdentityProviders',
  method: 'PUT',
  path: '/api/v1/admin/identity-providers/order',
  access: 'settings',
  needsManage: true,
  summary: 'Put the identity providers in another order',
  body: z.object({
    ids: required(ids()).describe('Every provider once, in the new order.'),
    expectedIds: expectedIds(),
  }),
  response: success,
  errors: [
    'INVALID_REQUEST_BODY',
    'VALIDATION_ERROR',
    'MANAGE_SCOPE_REQUIRED',
    'CONCURRENT_UPDATE',
  ],
})

export const getIdentityProvider = define({
  id: 'getIdentityProvider',
  method: 'GET',
  path: '/api/v1/admin/identity-providers/{id}',
  access: 'settings',
  summary: 'Read an identity provider',
  params: byId,
  response: z.object({ identityProvider }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const updateIdentityProvider = define({
  id: 'updateIdentityProvider',
  method: 'PUT',
  path: '/api/v1/admin/identity-providers/{id}',
  access: 'settings',
  needsManage: true,
  summary: 'Save an identity provider; fields that are left out stay as they are',
  params: byId,
  body: z.object(
    describedBy(identityProvider, {
      ...fields,
      forgetLinks: flag().describe(
        'True: another issuer may be stored although people are connected; their links are removed.',
      ),
    }),
  ),
  response: answer,
  errors: [...writeErrors, 'NOT_FOUND', 'CONCURRENT_UPDATE'],
})

export const deleteIdentityProvider = define({
  id: 'deleteIdentityProvider',
  method: 'DELETE',
  path: '/api/v1/admin/identity-providers/{id}',
  access: 'settings',
  needsManage: true,
  summary: 'Delete an identity provider with the links of its people',
  params: byId,
  response: success,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'MANAGE_SCOPE_REQUIRED'],
})

export const testIdentityProvider = define({
  id: 'testIdentityProvider',
  method: 'POST',
  path: '/api/v1/admin/identity-providers/{id}/test',
  access: 'settings',
  needsManage: true,
  summary: 'Check the connection to an identity provider',
  params: byId,
  response: z.object({
    checks: z
      .array(
        z.object({
          check: z
            .enum([
              'metadata',
              'issuer',
              'key_set',
              's256',
              'auth_method',
              'scopes',
              'iss',
              'clock',
              'credentials',
            ])
            .describe('What was looked at.'),
          result: z.enum(['ok', 'warning', 'failed']).describe('How it went.'),
          detail: z.string().describe('One word that says more; empty for nothing.'),
        }),
      )
      .describe('What was looked at, in order.'),
  }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'MANAGE_SCOPE_REQUIRED'],
})

export const tryIdentityProvider = define({
  id: 'tryIdentityProvider',
  method: 'POST',
  path: '/api/v1/admin/identity-providers/{id}/trial',
  access: 'settings',
  needsManage: true,
  summary: 'Get an address to try a sign-in with an identity provider; nothing is stored by it',
  params: byId,
  response: z.object({
    url: z
      .string()
      .describe(
        'The address for the browser in which you are signed in: it works once, for five minutes. The provider may be off.',
      ),
  }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'MANAGE_SCOPE_REQUIRED', 'USER_CONTEXT_REQUIRED'],
})

export const removeUserIdentity = define({
  id: 'removeUserIdentity',
  method: 'DELETE',
  path: '/api/v1/admin/users/{id}/identities/{identityId}',
  access: 'users',
  summary: 'Disconnect an identity provider from a user, and end the sessions that used it',
  params: z.object({ id, identityId: id }),
  response: success,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'MANAGE_SCOPE_REQUIRED'],
})
