import { z } from 'zod'
import { required, text } from '../common.ts'
import { define } from '../define.ts'
import { emailErrors } from '../models/user-fields.ts'
import { user } from '../models/users.ts'
import { codeErrors, currentCode, inPlaceOfPassword } from './common.ts'

export const updateOwnEmail = define({
  id: 'updateOwnEmail',
  method: 'PUT',
  path: '/api/v1/account/email',
  access: 'account',
  summary: 'Replace one’s own email address, which then counts as unverified',
  body: z.object({
    currentPassword: required(text()).describe('Confirms that it is the user who asks.'),
    email: required(text()).describe(
      'The new address, at most 60 characters; that which one has already changes nothing.',
    ),
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
    ...emailErrors,
    'validator.email.domain_not_allowed',
    'EMAIL_ALREADY_EXISTS',
    'TOO_MANY_REQUESTS',
  ],
})

export const sendEmailVerification = define({
  id: 'sendEmailVerification',
  method: 'POST',
  path: '/api/v1/account/email/verification/send',
  access: 'account',
  summary: 'Have a code mailed that proves one’s email address',
  response: z
    .object({
      emailVerificationSent: z.boolean().describe('A code was mailed.'),
      emailDestination: z
        .string()
        .describe('The address that the code went to; empty when nothing was sent.'),
      tooManyRequests: z.boolean().describe('A code was made a moment ago.'),
      waitInSeconds: z
        .int()
        .describe('Seconds until another code may be asked for; 0 unless `tooManyRequests`.'),
      emailVerified: z.boolean().describe('There was nothing to prove.'),
    })
    .meta({ id: 'EmailVerificationState' }),
  errors: ['SMTP_NOT_ENABLED', 'NOT_FOUND', 'CONCURRENT_UPDATE', 'TOO_MANY_REQUESTS'],
})

export const verifyEmail = define({
  id: 'verifyEmail',
  method: 'POST',
  path: '/api/v1/account/email/verification',
  access: 'account',
  summary: 'Prove one’s email address by the mailed code',
  body: z.object({
    verificationCode: text().describe(
      'The mailed code, whatever the case of its letters; needed unless the address is proven already.',
    ),
  }),
  response: z.object({ user }),
  errors: [
    'SMTP_NOT_ENABLED',
    'INVALID_REQUEST_BODY',
    'NOT_FOUND',
    'INVALID_OR_EXPIRED_VERIFICATION_CODE',
    'TOO_MANY_REQUESTS',
  ],
})
