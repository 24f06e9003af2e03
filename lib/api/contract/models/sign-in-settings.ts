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
    registrationTrapFieldEnabled: z
      .boolean()
      .describe(
        `Whether the registration has a field that people do not see: whoever fills it in gets no account. ${atFirst}`,
      ),
    breachedPasswordCheck: z
      .enum(['off', 'service', 'file'])
      .describe(
        'Where new passwords are looked up among those of known breaches: `off`, as at first, `service`, or `file`, ' +
          'the file of the environment variable `BREACHED_PASSWORDS_FILE`.',
      ),
    breachedPasswordService: z
      .string()
      .describe(
        'The service that is asked, with the first five digits of the SHA-1 of a password. At first ' +
          '`https://api.pwnedpasswords.com`; an empty text stands for it.',
      ),
    accountChooserEnabled: z
      .boolean()
      .describe(
        `Whether \`prompt=select_account\` is known, with which an application asks which account to use. ${atFirst}`,
      ),
    signInPage: z
      .enum(['combined', 'identifier_first'])
      .describe(
        'What the sign-in page asks for: `combined`, as at first, address and password at once; `identifier_first`, ' +
          'the address, and on the next page what fits its domain.',
      ),
    inactiveFeatures: z
      .array(
        z.object({
          feature: z
            .enum(['passkeys', 'passkeyOffer', 'newSignInNotice', 'breachedPasswordCheck'])
            .describe('What has no effect.'),
          reason: z
            .enum(['host_is_address', 'not_secure_context', 'passkeys_off', 'smtp_off', 'no_file'])
            .describe(
              '`host_is_address`: the public address has no domain name. `not_secure_context`: it is not https. ' +
                '`passkeys_off`: passkeys are not in effect. `smtp_off`: mail is off. `no_file`: no file is named.',
            ),
        }),
      )
      .describe('What is switched on and has no effect.'),
    passkeys: z.int().describe('How many passkeys there are.'),
    passkeysOfOtherDomains: z
      .int()
      .describe('How many of them were made for another domain, and do not work now.'),
    usersWithoutPassword: z
      .object({
        passkey: z.int().describe('With a passkey alone.'),
        identityProvider: z.int().describe('With an account at an identity provider alone.'),
        both: z.int().describe('With both.'),
      })
      .describe(
        'How many enabled users have no password, by what they can sign in with instead: a passkey of the domain in use, ' +
          'an account at an identity provider that is on. They have no way in while `passkeysEnabled`, ' +
          '`identityProvidersEnabled` or both are off.',
      ),
    originsOutside: z
      .array(z.string())
      .describe(
        'Origins of this server outside of the domain of passkeys. Browsers use its passkeys there only if ' +
          '`/.well-known/webauthn` of that domain names them. Empty: none.',
      ),
  })
  .meta({ id: 'SignInSettings' })
