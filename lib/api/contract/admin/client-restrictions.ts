import { z } from 'zod'
import { byId, describedBy, storableText } from '../common.ts'
import { define } from '../define.ts'
import { clientRestrictions } from '../models/client-access.ts'

export const getClientRestrictions = define({
  id: 'getClientRestrictions',
  method: 'GET',
  path: '/api/v1/admin/clients/{id}/restrictions',
  access: 'clients',
  summary: 'Read what a client may request for users',
  params: byId,
  response: clientRestrictions,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const updateClientRestrictions = define({
  id: 'updateClientRestrictions',
  method: 'PUT',
  path: '/api/v1/admin/clients/{id}/restrictions',
  access: 'clients',
  summary: 'Save what a client may request for users',
  params: byId,
  body: z.object(
    describedBy(clientRestrictions, {
      allowedScopes: z
        .array(storableText())
        .nullish()
        .describe('At most 200. Left out: stays as it is.'),
      pushedRequestsRequired: z.boolean().nullish().describe('Left out or null: stays as it is.'),
      dpopRequired: z.boolean().nullish().describe('Left out or null: stays as it is.'),
      deviceGrantEnabled: z.boolean().nullish().describe('Left out or null: stays as it is.'),
      expectedAllowedScopes: z
        .array(storableText())
        .nullish()
        .describe(
          'Recommended: the list as last read, or null for none; if it has changed since, nothing is saved. Left ' +
            'out: no comparison.',
        ),
    }),
  ),
  response: clientRestrictions,
  errors: [
    'INVALID_REQUEST_BODY',
    'VALIDATION_ERROR',
    'validator.protocol.scope',
    'MANAGE_SCOPE_REQUIRED',
    'NOT_FOUND',
    'CONCURRENT_UPDATE',
  ],
})
