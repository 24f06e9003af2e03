import { z } from 'zod'
import { byId, describedBy, flag, text } from '../common.ts'
import { define } from '../define.ts'
import { client } from '../models/clients.ts'

export const getClientSecret = define({
  id: 'getClientSecret',
  method: 'GET',
  path: '/api/v1/admin/clients/{id}/secret',
  access: 'secret',
  summary: 'Read a client’s secret; empty for a public client',
  params: byId,
  response: z.object({
    clientSecret: z.string().describe('The secret; empty for a public client.'),
  }),
  errors: ['VALIDATION_ERROR', 'MANAGE_SCOPE_REQUIRED', 'NOT_FOUND'],
})

export const updateClientAuthentication = define({
  id: 'updateClientAuthentication',
  method: 'PUT',
  path: '/api/v1/admin/clients/{id}/authentication',
  access: 'clients',
  summary: 'Make a client public, or confidential with a new secret',
  params: byId,
  body: z.object(
    describedBy(client, {
      isPublic: flag().describe(
        'Of a confidential client true erases the secret, revokes codes and refresh tokens, switches client ' +
          'credentials off and requires PKCE.',
      ),
      clientSecret: text().describe(
        'The new secret, needed for a confidential client: 60 to 255 characters of `0-9A-Za-z._-`.',
      ),
    }),
  ),
  response: z.object({ client }),
  errors: ['INVALID_REQUEST_BODY', 'VALIDATION_ERROR', 'MANAGE_SCOPE_REQUIRED', 'NOT_FOUND'],
})
