import { z } from 'zod'

const atFirst = 'At first false.'
const unlessUpgraded = 'True in a new installation; false after an upgrade.'

export const signInSettings = z
  .object({
    passkeysEnabled: z
      .boolean()
      .describe(`Whether people can make passkeys and sign in with them. ${atFirst}`),
    passkeyOfferEnabled: z
      .boolean()
      .describe(`Whether a passkey is offered after a sign-in without one. ${atFirst}`),
    passkeyRelyingPartyId: z
      .string()
      .describe(
        'The domain that new passkeys are made for: the host of the public address, a parent of it, or a former ' +
          'host. Empty, as at first: the host of the public address.',
      ),
    recoveryCodesEnabled: z
      .boolean()
      .describe(`Whether a second factor comes with ten recovery codes. ${unlessUpgraded}`),
    rememberBrowserDays: z
      .int()
      .describe(
        'For how many days people can skip the second factor on their own browser: 0, as at first, to 90.',
      ),
    newSignInNoticeEnabled: z
      .boolean()
      .describe(`Whether people get mail about a sign-in from a new browser. ${unlessUpgraded}`),
    identityProvidersEnabled: z
      .boolean()
      .describe(`Whether people can sign in with the identity providers that are on. ${atFirst}`),
    registrationAllowedEmailDomains: z
      .array(z.string())
      .describe(
        'Domains whose addresses alone may register, such as `example.com`, or `*.example.com` for all below it. ' +
          'Empty, as at first: any.',
      ),
    registrationBlockedEmailDomains: z
      .array(z.string())
      .describe('Domains whose addresses may not register, written alike. At first empty.'),
    inactiveFeatures: z
      .array(
        z.object({
          feature: z
            .enum(['passkeys', 'passkeyOffer', 'newSignInNotice'])
            .describe('What has no effect.'),
          reason: z
            .enum(['host_is_address', 'not_secure_context', 'passkeys_off', 'smtp_off'])
            .describe(
              '`host_is_address`: the public address has no domain name. `not_secure_context`: it is not https. ' +
                '`passkeys_off`: passkeys are not in effect. `smtp_off`: mail is off.',
            ),
        }),
      )
      .describe('What is switched on and has no effect.'),
    passkeys: z.int().describe('How many passkeys there are.'),
    passkeysOfOtherDomains: z
      .int()
      .describe('How many of them were made for another domain, and do not work now.'),
  })
  .meta({ id: 'SignInSettings' })
