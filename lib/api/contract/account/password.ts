import { z } from 'zod'
import { required, text } from '../common.ts'
import { define } from '../define.ts'
import { passwordErrors } from '../models/user-fields.ts'
import { user } from '../models/users.ts'
import { codeErrors, currentCode, inPlaceOfPassword } from './common.ts'

export const changeOwnPassword = define({
  id: 'changeOwnPassword',
  method: 'PUT',
  path: '/api/v1/account/password',
  access: 'account',
  summary: 'Change one’s own password; ends all other sessions and tokens',
  body: z.object({
    currentPassword: required(text()).describe('Confirms that it is the user who asks.'),
    newPassword: required(text()).describe('The new password, as the password policy demands.'),
    otpCode: currentCode(),
    confirmation: inPlaceOfPassword,
  }),
  response: z.object({ user }),
  errors: [
    'INVALID_REQUEST_BODY',
    'NOT_FOUND',
    'VALIDATION_ERROR',
    'AUTHENTICATION_FAILED',
    ...codeErrors,
    ...passwordErrors,
    'TOO_MANY_REQUESTS',
  ],
})
