import { z } from 'zod'
import { byId, describedBy, flag, required, text } from '../common.ts'
import { define } from '../define.ts'
import {
  addressErrors,
  addressFields,
  emailErrors,
  phoneErrors,
  phoneFields,
  profileErrors,
  profileFields,
} from '../models/user-fields.ts'
import { user, verificationCode } from '../models/users.ts'

export const updateUserProfile = define({
  id: 'updateUserProfile',
  method: 'PUT',
  path: '/api/v1/admin/users/{id}/profile',
  access: 'users',
  summary: 'Replace a user’s profile',
  params: byId,
  body: profileFields,
  response: z.object({ user }),
  errors: [
    'VALIDATION_ERROR',
    'INVALID_REQUEST_BODY',
    'NOT_FOUND',
    ...profileErrors,
    'MANAGE_SCOPE_REQUIRED',
  ],
})

export const updateUserEmail = define({
  id: 'updateUserEmail',
  method: 'PUT',
  path: '/api/v1/admin/users/{id}/email',
  access: 'users',
  summary: 'Replace a user’s email address',
  params: byId,
  body: z.object(
    describedBy(user, {
      email: required(text()).describe('At most 60 characters.'),
      emailVerified: flag(),
    }),
  ),
  response: z.object({ user }),
  errors: [
    'VALIDATION_ERROR',
    'INVALID_REQUEST_BODY',
    'NOT_FOUND',
    ...emailErrors,
    'MANAGE_SCOPE_REQUIRED',
    'EMAIL_ALREADY_EXISTS',
  ],
})

export const generateUserEmailVerificationCode = define({
  id: 'generateUserEmailVerificationCode',
  method: 'POST',
  path: '/api/v1/admin/users/{id}/email/verification-code',
  access: 'users',
  summary: 'Make a code with which a user proves the email address',
  params: byId,
  response: verificationCode,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'MANAGE_SCOPE_REQUIRED', 'CONCURRENT_UPDATE'],
})

export const updateUserPhone = define({
  id: 'updateUserPhone',
  method: 'PUT',
  path: '/api/v1/admin/users/{id}/phone',
  access: 'users',
  summary: 'Replace a user’s phone number',
  params: byId,
  body: phoneFields.extend(
    describedBy(user, {
      phoneNumberVerified: flag().describe('Without a number it stays false.'),
    }),
  ),
  response: z.object({ user }),
  errors: [
    'VALIDATION_ERROR',
    'INVALID_REQUEST_BODY',
    'NOT_FOUND',
    ...phoneErrors,
    'MANAGE_SCOPE_REQUIRED',
  ],
})

export const updateUserAddress = define({
  id: 'updateUserAddress',
  method: 'PUT',
  path: '/api/v1/admin/users/{id}/address',
  access: 'users',
  summary: 'Replace a user’s postal address',
  params: byId,
  body: addressFields,
  response: z.object({ user }),
  errors: [
    'VALIDATION_ERROR',
    'INVALID_REQUEST_BODY',
    'NOT_FOUND',
    ...addressErrors,
    'MANAGE_SCOPE_REQUIRED',
  ],
})
