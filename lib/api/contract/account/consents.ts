import { z } from 'zod'
import { success } from '../common.ts'
import { define } from '../define.ts'
import { consent } from '../models/consents.ts'
import { byOwnId } from './common.ts'

export const listOwnConsents = define({
  id: 'listOwnConsents',
  method: 'GET',
  path: '/api/v1/account/consents',
  access: 'account',
  summary: 'List what one approved, client by client',
  response: z.object({ consents: z.array(consent) }),
  errors: [],
})

export const deleteOwnConsent = define({
  id: 'deleteOwnConsent',
  method: 'DELETE',
  path: '/api/v1/account/consents/{id}',
  access: 'account',
  summary: 'Withdraw what one approved for a client',
  params: byOwnId,
  response: success,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'FORBIDDEN'],
})
