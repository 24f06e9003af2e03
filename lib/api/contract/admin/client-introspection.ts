import { z } from 'zod'
import { byId, describedBy, expectedIds, ids } from '../common.ts'
import { define } from '../define.ts'
import { clientIntrospection } from '../models/client-access.ts'

export const getClientIntrospection = define({
  id: 'getClientIntrospection',
  method: 'GET',
  path: '/api/v1/admin/clients/{id}/introspection',
  access: 'clients',
  summary: 'Read whose tokens a client may introspect',
  params: byId,
  response: clientIntrospection,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const updateClientIntrospection = define({
  id: 'updateClientIntrospection',
  method: 'PUT',
  path: '/api/v1/admin/clients/{id}/introspection',
  access: 'clients',
  summary: 'Save whose tokens a client may introspect',
  params: byId,
  body: z.object(
    describedBy(clientIntrospection, {
      resourceIds: ids().describe(
        'At most 1,000; none for a public client. Adding the resource `authserver` needs `authserver:manage`.',
      ),
      expectedResourceIds: expectedIds(),
    }),
  ),
  response: clientIntrospection,
  errors: [
    'INVALID_REQUEST_BODY',
    'VALIDATION_ERROR',
    'MANAGE_SCOPE_REQUIRED',
    'NOT_FOUND',
    'CONCURRENT_UPDATE',
  ],
})
