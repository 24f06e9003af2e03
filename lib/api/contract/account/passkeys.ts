import { z } from 'zod'
import { flag, storableText, success } from '../common.ts'
import { define } from '../define.ts'
import { passkey } from '../models/passkeys.ts'
import { byOwnId, confirmation, confirmationErrors, firstCodes, options } from './common.ts'

const optionalText = () => storableText().nullish()

export const listOwnPasskeys = define({
  id: 'listOwnPasskeys',
  method: 'GET',
  path: '/api/v1/account/passkeys',
  access: 'account',
  summary: 'List one’s own passkeys',
  response: z.object({
    passkeys: z.array(passkey),
    askAfterPassword: z.boolean().describe('Whether a passkey is asked for after the password.'),
  }),
  errors: [],
})

export const getPasskeyOptions = define({
  id: 'getPasskeyOptions',
  method: 'POST',
  path: '/api/v1/account/passkeys/options',
  access: 'account',
  summary: 'Get what the browser needs to make a passkey; 404 while passkeys are off',
  body: z.object({ confirmation }),
  response: options,
  errors: confirmationErrors,
})

export const addOwnPasskey = define({
  id: 'addOwnPasskey',
  method: 'POST',
  path: '/api/v1/account/passkeys',
  access: 'account',
  summary: 'Add the passkey that the browser made with those options; 404 while passkeys are off',
  body: z.object({
    credential: z
      .record(z.string(), z.unknown())
      .nullish()
      .describe('The answer of the browser, as JSON (WebAuthn Level 3).'),
    name: optionalText().describe('At most 50 characters. Left out: found by the program.'),
    replaces: z
      .int()
      .nullish()
      .describe('The id of a passkey of another domain, which is removed in the same step.'),
  }),
  status: 201,
  response: z.object({
    passkey,
    recoveryCodes: firstCodes,
  }),
  errors: [
    'INVALID_REQUEST_BODY',
    'VALIDATION_ERROR',
    'NOT_FOUND',
    'validator.passkey.not_verified',
    'validator.passkey.expired',
    'validator.passkey.user_not_verified',
    'validator.passkey.not_discoverable',
    'validator.passkey.already_registered',
    'validator.passkey.too_many',
  ],
})

export const renameOwnPasskey = define({
  id: 'renameOwnPasskey',
  method: 'PUT',
  path: '/api/v1/account/passkeys/{id}',
  access: 'account',
  summary: 'Rename one of one’s own passkeys',
  params: byOwnId,
  body: z.object({ name: optionalText().describe('At most 50 characters.') }),
  response: success,
  errors: ['INVALID_REQUEST_BODY', 'VALIDATION_ERROR', 'NOT_FOUND'],
})

export const removeOwnPasskey = define({
  id: 'removeOwnPasskey',
  method: 'DELETE',
  path: '/api/v1/account/passkeys/{id}',
  access: 'account',
  summary: 'Remove one of one’s own passkeys, and end the other sessions that used it',
  params: byOwnId,
  body: z.object({ confirmation }),
  response: success,
  errors: [...confirmationErrors, 'VALIDATION_ERROR', 'validator.sign_in.last_method'],
})

export const setOwnSecondFactor = define({
  id: 'setOwnSecondFactor',
  method: 'PUT',
  path: '/api/v1/account/second-factor',
  access: 'account',
  summary: 'Set whether a passkey is asked for after the password',
  body: z.object({
    askAfterPassword: flag().describe(
      'Whether a passkey is asked for; needs a passkey that works.',
    ),
    confirmation,
  }),
  response: success,
  errors: [...confirmationErrors, 'VALIDATION_ERROR'],
})

export const getOwnRecoveryCodes = define({
  id: 'getOwnRecoveryCodes',
  method: 'GET',
  path: '/api/v1/account/recovery-codes',
  access: 'account',
  summary: 'Read how many recovery codes are left',
  response: z.object({
    left: z.int().describe('How many still work.'),
    madeAt: z.iso.datetime().nullable().describe('When they were made; null: there are none.'),
  }),
  errors: [],
})

export const makeOwnRecoveryCodes = define({
  id: 'makeOwnRecoveryCodes',
  method: 'POST',
  path: '/api/v1/account/recovery-codes',
  access: 'account',
  summary: 'Make ten new recovery codes in place of the former ones; 404 while they are off',
  body: z.object({ confirmation }),
  status: 201,
  response: z.object({ codes: z.array(z.string()).describe('Shown only now.') }),
  errors: [...confirmationErrors, 'VALIDATION_ERROR'],
})
