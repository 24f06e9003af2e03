import { z } from 'zod'
import { byId, flag, integer, required, text } from '../common.ts'
import { define } from '../define.ts'
import { client } from '../models/clients.ts'

/** A switch with a third position that follows the settings; absent leaves it as it is. */
const inheritedFlag = () => z.boolean().nullable().optional()

/** A lifetime; about five years are the longest. */
const seconds = () =>
  integer({ minimum: 0, maximum: 160_000_000 }).describe('0 follows the settings.')

export const updateClientFlows = define({
  id: 'updateClientFlows',
  method: 'PUT',
  path: '/api/v1/admin/clients/{id}/oauth2-flows',
  access: 'clients',
  summary: 'Switch a client’s grants on and off',
  params: byId,
  body: z.object({
    authorizationCodeEnabled: flag(),
    clientCredentialsEnabled: flag().describe('Stays off for a public client.'),
    pkceRequired: inheritedFlag().describe('Stays on for a public client.'),
    implicitGrantEnabled: inheritedFlag(),
    resourceOwnerPasswordCredentialsEnabled: inheritedFlag(),
  }),
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
  body: z.object({
    tokenExpirationInSeconds: seconds(),
    refreshTokenOfflineIdleTimeoutInSeconds: seconds(),
    refreshTokenOfflineMaxLifetimeInSeconds: seconds().describe(
      '0 follows the settings. At least the idle timeout.',
    ),
    includeOpenIDConnectClaimsInAccessToken: required(text()).describe('`on`, `off` or `default`.'),
    includeOpenIDConnectClaimsInIdToken: required(text()).describe('`on`, `off` or `default`.'),
  }),
  response: z.object({ client }),
  errors: ['INVALID_REQUEST_BODY', 'VALIDATION_ERROR', 'MANAGE_SCOPE_REQUIRED', 'NOT_FOUND'],
})

export const updateClientAdministrativeScopes = define({
  id: 'updateClientAdministrativeScopes',
  method: 'PUT',
  path: '/api/v1/admin/clients/{id}/administrative-scopes',
  access: 'clients',
  summary: 'Allow a client to request administrative scopes for users (needs authserver:manage)',
  params: byId,
  body: z.object({ allowed: required(z.boolean().nullish()) }),
  response: z.object({ client }),
  errors: ['INVALID_REQUEST_BODY', 'VALIDATION_ERROR', 'MANAGE_SCOPE_REQUIRED', 'NOT_FOUND'],
})
