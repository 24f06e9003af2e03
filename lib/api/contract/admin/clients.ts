import { z } from 'zod'
import {
  byId,
  describedBy,
  flag,
  identifier,
  identifierErrors,
  maxPage,
  pageInfo,
  paging,
  soughtText,
  storableText,
  success,
  text,
} from '../common.ts'
import { define } from '../define.ts'
import {
  listedIdsField,
  listParts,
  matching,
  moment,
  sorting,
  yesOrNo,
} from '../list-parameters.ts'
import { approvals } from '../models/client-registration.ts'
import { client, clientKinds, foundClient } from '../models/clients.ts'

const keptKind = () =>
  storableText()
    .nullish()
    .describe(`One of ${clientKinds.join(', ')}, or empty. Absent leaves it as it is.`)

const keptFramework = () =>
  storableText()
    .nullish()
    .describe(
      'Small letters, digits and hyphens, at most 40 characters. Absent leaves it as it is.',
    )

export const listClients = define({
  id: 'listClients',
  method: 'GET',
  path: '/api/v1/admin/clients',
  access: 'clients',
  summary: 'List all clients',
  response: z.object({ clients: z.array(client) }),
  errors: [],
})

export const searchClients = define({
  id: 'searchClients',
  method: 'GET',
  path: '/api/v1/admin/clients/search',
  access: 'clients',
  summary: 'Search clients by identifier, display name and description',
  query: z.object({
    query: soughtText('Part of the identifier, display name or description; any case.'),
    identifiers: z
      .string()
      .optional()
      .transform((value) => value?.split(' ').slice(0, maxPage) ?? null)
      .meta({
        type: 'string',
        description: `Only the clients with these identifiers, separated by one space; at most ${maxPage}.`,
      }),
    ...paging(),
    ...matching,
    ...sorting(
      ['identifier', 'name', 'createdAt', 'lastUsedAt'],
      'What the clients are sorted by; without it by identifier.',
    ),
    enabled: yesOrNo('Only clients that are, or are not, enabled.'),
    isPublic: yesOrNo('Only public, or only confidential, clients.'),
    selfRegistered: yesOrNo('Only clients that did, or did not, register themselves.'),
    approval: z
      .enum(approvals)
      .optional()
      .describe('Only clients that registered themselves and have this approval.'),
    kind: z
      .enum(clientKinds)
      .optional()
      .describe('Only clients of this kind: as they say, or else as their flows and lists show.'),
    createdBefore: moment('Only clients created before this time.'),
    usedSince: moment('Only clients used at this time or later.'),
    usedBefore: moment('Only clients last used before this time, or never.'),
    neverUsed: yesOrNo('Only clients without, or with, a recorded use.'),
    ...listParts,
    details: yesOrNo(
      'With `true`: adds `lastUsedAt`, `signIns7d`, `hasLogo` and `approval` to every client.',
    ),
  }),
  response: z.object({ clients: z.array(foundClient), ...listedIdsField, ...pageInfo }),
  errors: ['VALIDATION_ERROR'],
})

export const createClient = define({
  id: 'createClient',
  method: 'POST',
  path: '/api/v1/admin/clients',
  access: 'clients',
  summary: 'Create a confidential client with a generated secret',
  body: z.object(
    describedBy(client, {
      clientIdentifier: identifier('No UUID.'),
      description: text().describe('At most 100 characters.'),
      displayName: text().describe('At most 100 characters; sets `showDisplayName` as well.'),
      authorizationCodeEnabled: flag(),
      clientCredentialsEnabled: flag(),
      kind: keptKind(),
      framework: keptFramework(),
    }),
  ),
  status: 201,
  response: z.object({ client }),
  errors: [
    'INVALID_REQUEST_BODY',
    'VALIDATION_ERROR',
    'validator.description.angle_brackets',
    'validator.display_name.angle_brackets',
    ...identifierErrors,
  ],
})

export const getClient = define({
  id: 'getClient',
  method: 'GET',
  path: '/api/v1/admin/clients/{id}',
  access: 'clients',
  summary: 'Read a client',
  params: byId,
  response: z.object({ client }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const updateClient = define({
  id: 'updateClient',
  method: 'PUT',
  path: '/api/v1/admin/clients/{id}',
  access: 'clients',
  summary: 'Save a client’s settings',
  params: byId,
  body: z.object(
    describedBy(client, {
      clientIdentifier: identifier(
        'No UUID. Fixed for the console’s client and self-registered ones.',
      ),
      description: text().describe('At most 100 characters.'),
      displayName: text().describe('At most 100 characters.'),
      websiteUrl: text().describe('An http or https address of at most 256 characters.'),
      enabled: flag(),
      consentRequired: flag(),
      showLogo: flag(),
      showDisplayName: flag(),
      showDescription: flag(),
      showWebsiteUrl: flag(),
      defaultAcrLevel: text().describe(
        'Empty keeps the stored one; another one needs `authorizationCodeEnabled`.',
      ),
      kind: keptKind(),
      framework: keptFramework(),
    }),
  ),
  response: z.object({ client }),
  errors: [
    'INVALID_REQUEST_BODY',
    'VALIDATION_ERROR',
    'validator.description.angle_brackets',
    'validator.display_name.angle_brackets',
    ...identifierErrors,
    'MANAGE_SCOPE_REQUIRED',
    'NOT_FOUND',
  ],
})

export const setClientEnabled = define({
  id: 'setClientEnabled',
  method: 'PUT',
  path: '/api/v1/admin/clients/{id}/enabled',
  access: 'clients',
  summary: 'Enable or disable a client; nothing else of it changes',
  params: byId,
  body: z.object(describedBy(client, { enabled: flag() })),
  response: z.object({ client }),
  errors: ['INVALID_REQUEST_BODY', 'VALIDATION_ERROR', 'MANAGE_SCOPE_REQUIRED', 'NOT_FOUND'],
})

export const deleteClient = define({
  id: 'deleteClient',
  method: 'DELETE',
  path: '/api/v1/admin/clients/{id}',
  access: 'clients',
  summary: 'Delete a client with everything that belongs to it',
  params: byId,
  response: success,
  errors: ['VALIDATION_ERROR', 'MANAGE_SCOPE_REQUIRED', 'NOT_FOUND'],
})
