import { z } from 'zod'
import { byId } from '../common.ts'
import { define } from '../define.ts'

export const getSignInTest = define({
  id: 'getSignInTest',
  method: 'GET',
  path: '/api/v1/admin/clients/{id}/sign-in-test',
  access: 'clients',
  summary: 'Make an address that tests the sign-in to a client in a browser',
  params: byId,
  response: z.object({
    address: z
      .string()
      .describe(
        'A real authorization request of the client. It ends on a page with the claims: the client gets no answer, and no code or token is made.',
      ),
  }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})
