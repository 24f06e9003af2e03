import { z } from 'zod'
import { success, text } from '../common.ts'
import { define } from '../define.ts'
import { confirmationErrors, options } from './common.ts'

export const getConfirmation = define({
  id: 'getConfirmation',
  method: 'GET',
  path: '/api/v1/account/confirmation',
  access: 'account',
  summary: 'Read what one must prove to change how one signs in',
  response: z
    .object({
      owes: z
        .enum(['nothing', 'code', 'factor'])
        .describe(
          'Beside the password: `code`, one of the app; `factor`, a passkey or what stands in for it.',
        ),
      hasPassword: z.boolean().describe('Whether the account has a password.'),
      isRecent: z
        .boolean()
        .describe('Nothing has to be proven now: you have just signed in with all that is owed.'),
      hasRecoveryCodes: z.boolean().describe('A recovery code is left that stands in for it.'),
      canMailCode: z
        .boolean()
        .describe('A mailed code, beside the password, stands in for a lost passkey.'),
    })
    .meta({ id: 'OwedConfirmation' }),
  errors: [],
})

export const getConfirmationOptions = define({
  id: 'getConfirmationOptions',
  method: 'POST',
  path: '/api/v1/account/confirmation/options',
  access: 'account',
  summary: 'Get what the browser needs to confirm with a passkey',
  response: options,
  errors: ['NOT_FOUND'],
})

export const mailConfirmationCode = define({
  id: 'mailConfirmationCode',
  method: 'POST',
  path: '/api/v1/account/confirmation/code',
  access: 'account',
  summary: 'Have a code mailed that stands in for a lost passkey; 404 unless `canMailCode`',
  body: z.object({ password: text().describe('The current password.') }),
  response: success,
  errors: confirmationErrors,
})
