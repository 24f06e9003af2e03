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
    recoveryCodesEnabled,
    rememberBrowserDays: String(rememberBrowserDays),
    newSignInNoticeEnabled,
    identityProvidersEnabled: settings.identityProvidersEnabled,
    registrationAllowedEmailDomains: settings.registrationAllowedEmailDomains.join('\n'),
    registrationBlockedEmailDomains: settings.registrationBlockedEmailDomains.join('\n'),
    registrationTrapFieldEnabled: settings.registrationTrapFieldEnabled,
    breachedPasswordCheck: settings.breachedPasswordCheck,
    breachedPasswordService: settings.breachedPasswordService,
    accountChooserEnabled: settings.accountChooserEnabled,
    signInPage: settings.signInPage,
  }
}

export type SignInValues = ReturnType<typeof signInValues>

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
