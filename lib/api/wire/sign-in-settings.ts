import type { z } from 'zod'
import type { signInSettings } from '#lib/api/contract/models/sign-in-settings.ts'
import type { Context } from '#lib/context.ts'
import { emailDomainsOf } from '#lib/domain/email/email-domains.ts'
import { originsOutside } from '#lib/domain/passkeys/origins.ts'
import {
  breachCheckOf,
  breachedPasswordService,
  inactiveSignInFeatures,
  relyingPartyId,
  signInPageOf,
} from '#lib/domain/sign-in/sign-in-features.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'

/** The sign-in settings on the wire, with what is not in effect. */
export async function signInSettingsToWire(
  { config, store }: Context,
  settings: SettingsRecord,
): Promise<z.input<typeof signInSettings>> {
  const name = relyingPartyId({ config, settings })
  const [passkeys, passkeysOfOtherDomains, usersWithoutPassword] = await Promise.all([
    store.passkeys.countAll(),
    store.passkeys.countOfOthers(name),
    store.signInWays.countWithoutPassword(name),
  ])
  return {
    passkeysEnabled: settings.passkeysEnabled,
    passkeyOfferEnabled: settings.passkeyOfferEnabled,
    passkeyRelyingPartyId: settings.passkeyRelyingPartyId,
    recoveryCodesEnabled: settings.recoveryCodesEnabled,
    rememberBrowserDays: settings.rememberBrowserDays,
    newSignInNoticeEnabled: settings.newSignInNoticeEnabled,
    identityProvidersEnabled: settings.identityProvidersEnabled,
    registrationAllowedEmailDomains: emailDomainsOf(settings.registrationAllowedEmailDomains),
    registrationBlockedEmailDomains: emailDomainsOf(settings.registrationBlockedEmailDomains),
    registrationTrapFieldEnabled: settings.registrationTrapFieldEnabled,
    breachedPasswordCheck: breachCheckOf(settings),
    breachedPasswordService: settings.breachedPasswordService || breachedPasswordService,
    accountChooserEnabled: settings.accountChooserEnabled,
    signInPage: signInPageOf(settings),
    inactiveFeatures: inactiveSignInFeatures({ config, settings }),
    passkeys,
    passkeysOfOtherDomains,
    usersWithoutPassword,
    originsOutside: originsOutside({ config, settings }),
  }
}
