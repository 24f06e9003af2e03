import { z } from 'zod'
import { byId, success } from '../common.ts'
import { define } from '../define.ts'
import { consent } from '../models/consents.ts'

export const listUserConsents = define({
  id: 'listUserConsents',
  method: 'GET',
  path: '/api/v1/admin/users/{id}/consents',
  access: 'users',
  summary: 'List what a user approved, client by client',
  params: byId,
  response: z.object({ consents: z.array(consent) }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const deleteUserConsent = define({
  id: 'deleteUserConsent',
  method: 'DELETE',
  path: '/api/v1/admin/user-consents/{id}',
  access: 'users',
  summary: 'Withdraw what a user approved for a client',
  params: byId,
  response: success,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'MANAGE_SCOPE_REQUIRED'],
})
