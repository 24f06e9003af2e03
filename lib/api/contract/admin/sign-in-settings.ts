import { z } from 'zod'
import { describedBy, storableText } from '../common.ts'
import { define } from '../define.ts'
import { signInSettings } from '../models/sign-in-settings.ts'

const unchanged = 'Left out or null: stays as it is.'
const keepable = () => z.boolean().nullish().describe(unchanged)

export const getSignInSettings = define({
  id: 'getSignInSettings',
  method: 'GET',
  path: '/api/v1/admin/settings/sign-in',
  access: 'settings',
  summary: 'Read which ways to sign in are on',
  response: signInSettings,
  errors: [],
})

export const testBreachedPasswordCheck = define({
  id: 'testBreachedPasswordCheck',
  method: 'POST',
  path: '/api/v1/admin/settings/sign-in/test-breached-passwords',
  access: 'settings',
  summary: 'Look the word `password` up among breached passwords, as the stored settings say',
  response: z.object({
    result: z
      .enum(['breached', 'clean', 'unavailable', 'off'])
      .describe(
        '`breached`: it was found, and the check works. `clean`: there was an answer without it. `unavailable`: there is ' +
          'no usable answer. `off`: nothing is looked up.',
      ),
  }),
  errors: [],
})

export const updateSignInSettings = define({
  id: 'updateSignInSettings',
  method: 'PUT',
  path: '/api/v1/admin/settings/sign-in',
  access: 'settings',
  summary: 'Save which ways to sign in are on; fields that are left out stay as they are',
  body: z.object(
    describedBy(signInSettings, {
      passkeysEnabled: keepable(),
      passkeyOfferEnabled: keepable(),
      passkeyRelyingPartyId: storableText().nullish().describe(unchanged),
      recoveryCodesEnabled: keepable(),
      rememberBrowserDays: z.int().nullish().describe(unchanged),
      newSignInNoticeEnabled: keepable(),
      registrationAllowedEmailDomains: z.array(storableText()).nullish().describe(unchanged),
      registrationBlockedEmailDomains: z.array(storableText()).nullish().describe(unchanged),
      registrationTrapFieldEnabled: keepable(),
      breachedPasswordCheck: storableText().nullish().describe(unchanged),
      breachedPasswordService: storableText().nullish().describe(unchanged),
      accountChooserEnabled: keepable(),
      identityProvidersEnabled: keepable(),
      signInPage: storableText().nullish().describe(unchanged),
    }),
  ),
  response: signInSettings.extend({
    relatedOrigins: z
      .enum(['not_needed', 'ok', 'unreachable', 'unusable', 'origin_missing'])
      .describe(
        'What browsers find at `/.well-known/webauthn` of a domain of passkeys outside of which this server is; asked ' +
          'where `passkeyRelyingPartyId` was sent. `ok`: it names this server. `unreachable`: it did not answer. ' +
          '`unusable`: it answered with something else than a list of origins. `origin_missing`: it names others.',
      ),
  }),
  errors: ['INVALID_REQUEST_BODY', 'VALIDATION_ERROR'],
})
