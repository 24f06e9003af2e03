import type { z } from 'zod'
import type { FieldBinding } from '#app/_ui/form/fields.tsx'
import type { signInSettings } from '#lib/api/contract/models/sign-in-settings.ts'

export type SignInSettings = z.output<typeof signInSettings>

/** Initial values of the form of sign-in methods. */
export function signInValues(settings: SignInSettings) {
  const { passkeysEnabled, passkeyOfferEnabled, passkeyRelyingPartyId } = settings
  const { recoveryCodesEnabled, newSignInNoticeEnabled, rememberBrowserDays } = settings
  return {
    passkeysEnabled,
    passkeyOfferEnabled,
    passkeyRelyingPartyId,
    domainConfirmed: false,
    leaveConfirmed: false,
    recoveryCodesEnabled,
    rememberBrowserDays: String(rememberBrowserDays),
    newSignInNoticeEnabled,
    identityProvidersEnabled: settings.identityProvidersEnabled,
    breachedPasswordCheck: settings.breachedPasswordCheck,
    breachedPasswordService: settings.breachedPasswordService,
    accountChooserEnabled: settings.accountChooserEnabled,
    signInPage: settings.signInPage,
  }
}

export type SignInValues = ReturnType<typeof signInValues>

/** The switches of the ways to sign in that may stand for a password. */
export type Ways = Pick<SignInSettings, 'passkeysEnabled' | 'identityProvidersEnabled'>

/** How many people can sign in with the stored ways, and cannot with the next ones. */
export function leftWithoutWay(
  {
    passkeysEnabled,
    identityProvidersEnabled,
    usersWithoutPassword,
  }: Ways & Pick<SignInSettings, 'usersWithoutPassword'>,
  next: Ways,
): number {
  const { passkey, identityProvider, both } = usersWithoutPassword
  const losesPasskeys = passkeysEnabled && !next.passkeysEnabled
  const losesProviders = identityProvidersEnabled && !next.identityProvidersEnabled
  const losesAll = !next.passkeysEnabled && !next.identityProvidersEnabled
  return (
    (losesPasskeys ? passkey : 0) +
    (losesProviders ? identityProvider : 0) +
    ((losesPasskeys || losesProviders) && losesAll ? both : 0)
  )
}

/** What every section of the form is given. */
export interface SignInSectionProps {
  readonly field: (name: keyof SignInValues) => FieldBinding
}

/** What browsers may find at another domain of passkeys, other than what they need. */
export const relatedOriginsFaults = ['unreachable', 'unusable', 'origin_missing'] as const

/** The days that a browser may be remembered. */
export function isDayCount(days: number): boolean {
  return Number.isInteger(days) && days >= 0 && days <= 90
}
