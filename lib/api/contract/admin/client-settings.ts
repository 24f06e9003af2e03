import { z } from 'zod'
import { byId, describedBy, lifetime, required, text } from '../common.ts'
import { define } from '../define.ts'
import { client } from '../models/clients.ts'

/** A switch that stays unchanged when absent; null counts as off, as in every switch. */
const keptFlag = () =>
  z
    .boolean()
    .nullish()
    .transform((value) => (value === null ? false : value))
    .describe('Absent leaves it as it is.')

/** A switch whose third value follows the settings; absent leaves it unchanged. */
const inheritedFlag = () => z.boolean().nullable().optional().describe('Absent leaves it as it is.')

const seconds = () => lifetime(0)

export const updateClientFlows = define({
  id: 'updateClientFlows',
  method: 'PUT',
  path: '/api/v1/admin/clients/{id}/oauth2-flows',
  access: 'clients',
  summary: 'Switch a client’s grants on and off',
  params: byId,
  body: z.object(
    describedBy(client, {
      authorizationCodeEnabled: keptFlag(),
      clientCredentialsEnabled: keptFlag(),
      pkceRequired: inheritedFlag(),
      implicitGrantEnabled: inheritedFlag(),
      resourceOwnerPasswordCredentialsEnabled: inheritedFlag(),
    }),
  ),
  response: z.object({ client }),
  errors: ['INVALID_REQUEST_BODY', 'VALIDATION_ERROR', 'MANAGE_SCOPE_REQUIRED', 'NOT_FOUND'],
})

export const updateClientTokens = define({
  id: 'updateClientTokens',
  method: 'PUT',
  path: '/api/v1/admin/clients/{id}/tokens',
  access: 'clients',
  summary: 'Save lifetimes and contents of a client’s tokens',
  params: byId,
  body: z.object(
    describedBy(client, {
      tokenExpirationInSeconds: seconds(),
      refreshTokenOfflineIdleTimeoutInSeconds: seconds(),
      refreshTokenOfflineMaxLifetimeInSeconds: seconds().describe(
        'Not below `refreshTokenOfflineIdleTimeoutInSeconds`.',
      ),
      includeOpenIDConnectClaimsInAccessToken: required(text()).describe(
        '`on`, `off` or `default`.',
      ),
      includeOpenIDConnectClaimsInIdToken: required(text()).describe('`on`, `off` or `default`.'),
    }),
  ),
  response: z.object({ client }),
  errors: ['INVALID_REQUEST_BODY', 'VALIDATION_ERROR', 'MANAGE_SCOPE_REQUIRED', 'NOT_FOUND'],
})

export const updateClientAdministrativeScopes = define({
  id: 'updateClientAdministrativeScopes',
  method: 'PUT',
  path: '/api/v1/admin/clients/{id}/administrative-scopes',
  access: 'clients',
  needsManage: true,
  summary: 'Allow a client to request administrative scopes for users (needs authserver:manage)',
  params: byId,
  body: z.object({
    allowed: required(z.boolean().nullish()).describe(
      'Whether the client may request them; the client of the console always may.',
    ),
  }),
  response: z.object({ client }),
  errors: ['INVALID_REQUEST_BODY', 'VALIDATION_ERROR', 'MANAGE_SCOPE_REQUIRED', 'NOT_FOUND'],
})
