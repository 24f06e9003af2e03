import { z } from 'zod'
import { byId, describedBy, flag, required, success, text } from '../common.ts'
import { define } from '../define.ts'
import { passwordErrors } from '../models/user-fields.ts'
import { user } from '../models/users.ts'

export const setUserPassword = define({
  id: 'setUserPassword',
  method: 'PUT',
  path: '/api/v1/admin/users/{id}/password',
  access: 'users',
  summary: 'Set a user’s password; ends all that was obtained with the former one',
  params: byId,
  body: z.object({
    newPassword: required(text()).describe('The new password, as the password policy demands.'),
  }),
  response: z.object({ user }),
  errors: [
    'VALIDATION_ERROR',
    'INVALID_REQUEST_BODY',
    'NOT_FOUND',
    ...passwordErrors,
    'MANAGE_SCOPE_REQUIRED',
  ],
})

export const setUserEnabled = define({
  id: 'setUserEnabled',
  method: 'PUT',
  path: '/api/v1/admin/users/{id}/enabled',
  access: 'users',
  summary: 'Enable or disable a user; disabling ends all sessions and tokens',
  params: byId,
  body: z.object(describedBy(user, { enabled: flag() })),
  response: z.object({ user }),
  errors: [
    'VALIDATION_ERROR',
    'INVALID_REQUEST_BODY',
    'NOT_FOUND',
    'MANAGE_SCOPE_REQUIRED',
    'LAST_ADMINISTRATOR',
  ],
})

export const setUserOtp = define({
  id: 'setUserOtp',
  method: 'PUT',
  path: '/api/v1/admin/users/{id}/otp',
  access: 'users',
  summary: 'Switch a user’s two-factor authentication off',
  params: byId,
  body: z.object({ enabled: flag().describe('Only `false`: users switch it on themselves.') }),
  response: z.object({ user }),
  errors: [
    'VALIDATION_ERROR',
    'INVALID_REQUEST_BODY',
    'NOT_FOUND',
    'OTP_NOT_ENABLED',
    'MANAGE_SCOPE_REQUIRED',
  ],
})

export const sendUserPasswordLink = define({
  id: 'sendUserPasswordLink',
  method: 'POST',
  path: '/api/v1/admin/users/{id}/password-link',
  access: 'users',
  summary: 'Mail a user a link to set a password; the present password stays until it is used',
  params: byId,
  response: success,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'SMTP_NOT_ENABLED', 'MANAGE_SCOPE_REQUIRED'],
})
