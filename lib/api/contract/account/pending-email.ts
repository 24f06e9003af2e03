import { z } from 'zod'
import { required, success, text } from '../common.ts'
import { define } from '../define.ts'
import { emailErrors } from '../models/user-fields.ts'
import { user } from '../models/users.ts'
import { codeErrors, currentCode, inPlaceOfPassword } from './common.ts'

const path = '/api/v1/account/email/pending'

const pendingEmail = z
  .object({
    pendingEmail: z.string().describe('The address that waits for its code; empty when none does.'),
  })
  .meta({ id: 'PendingEmail' })

export const getPendingEmail = define({
  id: 'getPendingEmail',
  method: 'GET',
  path,
  access: 'account',
  summary: 'Read the new email address that one has not confirmed yet',
  response: pendingEmail,
  errors: [],
})

export const requestEmailChange = define({
  id: 'requestEmailChange',
  method: 'PUT',
  path,
  access: 'account',
  summary: 'Ask for a new email address, which counts once its code was entered',
  body: z.object({
    currentPassword: required(text()).describe('Confirms that it is the user who asks.'),
    email: required(text()).describe(
      'The new address, at most 60 characters; that which one has already asks for nothing.',
    ),
    otpCode: currentCode(),
    confirmation: inPlaceOfPassword,
  }),
  response: pendingEmail,
  errors: [
    'SMTP_NOT_ENABLED',
    'INVALID_REQUEST_BODY',
    'NOT_FOUND',
    'VALIDATION_ERROR',
    'AUTHENTICATION_FAILED',
    ...codeErrors,
    ...emailErrors,
    'validator.email.domain_not_allowed',
    'EMAIL_ALREADY_EXISTS',
    'TOO_MANY_REQUESTS',
  ],
})

export const cancelEmailChange = define({
  id: 'cancelEmailChange',
  method: 'DELETE',
  path,
  access: 'account',
  summary: 'Keep one’s present email address after all',
  response: success,
  errors: [],
})

export const resendEmailChangeCode = define({
  id: 'resendEmailChangeCode',
  method: 'POST',
  path: `${path}/send`,
  access: 'account',
  summary: 'Have another code mailed to the new email address',
  response: pendingEmail,
  errors: ['SMTP_NOT_ENABLED', 'CONCURRENT_UPDATE', 'TOO_MANY_REQUESTS'],
})

export const confirmEmailChange = define({
  id: 'confirmEmailChange',
  method: 'POST',
  path: `${path}/confirmation`,
  access: 'account',
  summary: 'Confirm the new email address by its code: from then on it is one’s own',
  body: z.object({
    verificationCode: text().describe('The mailed code, whatever the case of its letters.'),
  }),
  response: z.object({ user }),
  errors: [
    'INVALID_REQUEST_BODY',
    'NOT_FOUND',
    'INVALID_OR_EXPIRED_VERIFICATION_CODE',
    'validator.email.domain_not_allowed',
    'EMAIL_ALREADY_EXISTS',
    'TOO_MANY_REQUESTS',
  ],
})
