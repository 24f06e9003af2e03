import { z } from 'zod'
import { byId, flag, text } from '../common.ts'
import { define } from '../define.ts'
import { client } from '../models/clients.ts'

export const getClientSecret = define({
  id: 'getClientSecret',
  method: 'GET',
  path: '/api/v1/admin/clients/{id}/secret',
  access: 'secret',
  summary: 'Read a client’s secret; empty for a public client',
  params: byId,
  response: z.object({ clientSecret: z.string() }),
  errors: ['VALIDATION_ERROR', 'MANAGE_SCOPE_REQUIRED', 'NOT_FOUND'],
})

export const updateClientAuthentication = define({
  id: 'updateClientAuthentication',
  method: 'PUT',
  path: '/api/v1/admin/clients/{id}/authentication',
  access: 'clients',
  summary: 'Make a client public, or confidential with a new secret',
  params: byId,
  body: z.object({
    isPublic: flag(),
    clientSecret: text().describe(
      'Needed for a confidential client: 60 to 255 characters of 0-9 A-Z a-z . _ -',
    ),
  }),
  response: z.object({ client }),
  errors: ['INVALID_REQUEST_BODY', 'VALIDATION_ERROR', 'MANAGE_SCOPE_REQUIRED', 'NOT_FOUND'],
})
