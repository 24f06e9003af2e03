import { z } from 'zod'
import { byId, id, success } from '../common.ts'
import { define } from '../define.ts'
import { userIdentity } from '../models/identity-providers.ts'
import { passkey } from '../models/passkeys.ts'

export const getUserSignInMethods = define({
  id: 'getUserSignInMethods',
  method: 'GET',
  path: '/api/v1/admin/users/{id}/sign-in-methods',
  access: 'users',
  summary: 'Read how a user can sign in',
  params: byId,
  response: z.object({
    hasPassword: z.boolean().describe('Whether a password is set.'),
    otpEnabled: z.boolean().describe('Whether an authenticator app is set up.'),
    askAfterPassword: z.boolean().describe('Whether a passkey is asked for after the password.'),
    passkeys: z.array(passkey),
    identities: z.array(userIdentity).describe('Identity providers that are connected.'),
    recoveryCodesLeft: z.int().describe('How many recovery codes still work.'),
    rememberedBrowsers: z.int().describe('How many browsers are not asked for a second factor.'),
  }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const removeUserPasskey = define({
  id: 'removeUserPasskey',
  method: 'DELETE',
  path: '/api/v1/admin/users/{id}/passkeys/{passkeyId}',
  access: 'users',
  summary: 'Remove a passkey of a user, and end the sessions that used it',
  params: z.object({ id, passkeyId: id }),
  response: success,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'MANAGE_SCOPE_REQUIRED'],
})

export const resetUserSecondFactor = define({
  id: 'resetUserSecondFactor',
  method: 'POST',
  path: '/api/v1/admin/users/{id}/second-factor/reset',
  access: 'users',
  summary:
    'Take back a user’s second factors: the app is off, no passkey is asked for, recovery codes are gone; passkeys stay',
  params: byId,
  response: success,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'MANAGE_SCOPE_REQUIRED'],
})

export const forgetUserBrowsers = define({
  id: 'forgetUserBrowsers',
  method: 'DELETE',
  path: '/api/v1/admin/users/{id}/remembered-browsers',
  access: 'users',
  summary: 'Forget the remembered browsers of a user; succeeds without one',
  params: byId,
  response: success,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'MANAGE_SCOPE_REQUIRED'],
})
