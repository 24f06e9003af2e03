import { z } from 'zod'
import { positiveId, success } from '../common.ts'
import { define } from '../define.ts'
import { signingKey } from '../models/keys.ts'

const byPositiveId = z.object({
  id: positiveId('The `id` of the previous key: no other can be deleted.'),
})

export const listKeys = define({
  id: 'listKeys',
  method: 'GET',
  path: '/api/v1/admin/settings/keys',
  access: 'settings',
  summary: 'List the signing keys',
  response: z.object({ keys: z.array(signingKey) }),
  errors: [],
})

export const rotateKeys = define({
  id: 'rotateKeys',
  method: 'POST',
  path: '/api/v1/admin/settings/keys/rotate',
  access: 'settings',
  summary: 'Rotate the signing keys: next becomes current, current becomes previous',
  response: success,
  errors: ['ROTATION_IN_PROGRESS', 'KEY_SET_INCOMPLETE'],
})

export const revokeKey = define({
  id: 'revokeKey',
  method: 'DELETE',
  path: '/api/v1/admin/settings/keys/{id}',
  access: 'settings',
  summary: 'Delete the previous signing key: tokens it signed stop verifying',
  params: byPositiveId,
  response: success,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})
