import { z } from 'zod'
import { byId, expectedIds, ids, success } from '../common.ts'
import { define } from '../define.ts'
import { client } from '../models/clients.ts'
import { permission } from '../models/permissions.ts'

export const getClientPermissions = define({
  id: 'getClientPermissions',
  method: 'GET',
  path: '/api/v1/admin/clients/{id}/permissions',
  access: 'clients',
  summary: 'List the permissions a client holds itself',
  params: byId,
  response: z.object({ client, permissions: z.array(permission) }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const updateClientPermissions = define({
  id: 'updateClientPermissions',
  method: 'PUT',
  path: '/api/v1/admin/clients/{id}/permissions',
  access: 'clients',
  summary: 'Save the list of permissions a client holds itself',
  params: byId,
  body: z.object({
    permissionIds: ids().describe(
      'The `id` of every permission that it shall hold: at most 1,000.',
    ),
    expectedPermissionIds: expectedIds(),
  }),
  response: success,
  errors: [
    'INVALID_REQUEST_BODY',
    'VALIDATION_ERROR',
    'MANAGE_SCOPE_REQUIRED',
    'NOT_FOUND',
    'CONCURRENT_UPDATE',
  ],
})
