import type { z } from 'zod'
import type { generalSettings } from '#lib/api/contract/models/settings.ts'
import type { signInSettings } from '#lib/api/contract/models/sign-in-settings.ts'

/** Initial values of the form of self-registration. */
export function selfRegistrationValues(settings: z.output<typeof generalSettings>) {
  const { selfRegistrationEnabled, selfRegistrationRequiresEmailVerification } = settings
  return { selfRegistrationEnabled, selfRegistrationRequiresEmailVerification }
}

/** Initial values of the form of those who can create an account; domains are one to a line. */
export function restrictionValues(settings: z.output<typeof signInSettings>) {
  return {
    registrationAllowedEmailDomains: settings.registrationAllowedEmailDomains.join('\n'),
    registrationBlockedEmailDomains: settings.registrationBlockedEmailDomains.join('\n'),
    registrationTrapFieldEnabled: settings.registrationTrapFieldEnabled,
  }
}
