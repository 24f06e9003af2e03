import { z } from 'zod'
import { flag, required, text } from '../common.ts'
import { define } from '../define.ts'
import { user } from '../models/users.ts'
import { currentCode, firstCodes, inPlaceOfPassword } from './common.ts'

/** A secret to scan. */
const pending = z
  .object({
    base64Image: z.string().describe('QR code: a PNG of 180×180 pixels in base64.'),
    secretKey: z
      .string()
      .describe(
        'Base32; good for 15 minutes, for tokens of the grant that asks. When another one asks it is worth nothing any more.',
      ),
    otpauthUrl: z.string().describe('What the QR code says.'),
  })
  .meta({ id: 'OtpEnrollment' })

export const startOtpEnrollment = define({
  id: 'startOtpEnrollment',
  method: 'GET',
  path: '/api/v1/account/otp/enrollment',
  access: 'account',
  summary: 'Get the secret with which two-factor authentication is switched on',
  response: pending,
  errors: ['NOT_FOUND', 'OTP_ALREADY_ENABLED'],
})

export const setOwnOtp = define({
  id: 'setOwnOtp',
  method: 'PUT',
  path: '/api/v1/account/otp',
  access: 'account',
  summary: 'Switch two-factor authentication on or off',
  body: z.object({
    enabled: flag().describe('Whether it shall be on.'),
    password: required(text()).describe('The current password.'),
    otpCode: text().describe(
      'Six digits: to switch on, of the pending secret; to switch off, a current code, unless the token’s session has proven the second factor.',
    ),
    confirmation: inPlaceOfPassword,
    secretKey: z.unknown().optional().describe('Refused: the pending secret is known here.'),
  }),
  response: z.object({ user, recoveryCodes: firstCodes }),
  errors: [
    'INVALID_REQUEST_BODY',
    'SECRET_KEY_NOT_ACCEPTED',
    'NOT_FOUND',
    'AUTHENTICATION_FAILED',
    'OTP_ALREADY_ENABLED',
    'OTP_CODE_REQUIRED',
    'INVALID_OTP_CODE',
    'OTP_ENROLLMENT_NOT_PENDING',
    'OTP_NOT_ENABLED',
    'TOO_MANY_REQUESTS',
  ],
})

export const startOtpReplacement = define({
  id: 'startOtpReplacement',
  method: 'GET',
  path: '/api/v1/account/otp/replacement',
  access: 'account',
  summary: 'Get the secret of a new authenticator app, which replaces the present one',
  response: pending,
  errors: ['NOT_FOUND', 'OTP_NOT_ENABLED'],
})

export const replaceOtp = define({
  id: 'replaceOtp',
  method: 'PUT',
  path: '/api/v1/account/otp/replacement',
  access: 'account',
  summary: 'Replace the authenticator app; the present one counts until then',
  body: z.object({
    newOtpCode: required(text()).describe('Six digits: the first code of the new app.'),
    password: required(text()).describe('The current password.'),
    otpCode: currentCode(),
    confirmation: inPlaceOfPassword,
  }),
  response: z.object({ user }),
  errors: [
    'INVALID_REQUEST_BODY',
    'NOT_FOUND',
    'AUTHENTICATION_FAILED',
    'OTP_CODE_REQUIRED',
    'INVALID_OTP_CODE',
    'OTP_NOT_ENABLED',
    'validator.new_otp.required',
    'validator.new_otp.wrong',
    'OTP_ENROLLMENT_NOT_PENDING',
    'TOO_MANY_REQUESTS',
  ],
})
