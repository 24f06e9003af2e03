import type { z } from 'zod'
import type { generalSettings } from '#lib/api/contract/models/settings.ts'

/** Initial values of the form of general settings; those of accounts are on pages of their own. */
export function generalValues(settings: z.output<typeof generalSettings>) {
  const {
    passwordPolicy: _policy,
    selfRegistrationEnabled: _open,
    selfRegistrationRequiresEmailVerification: _verified,
    ...values
  } = settings
  return values
}
