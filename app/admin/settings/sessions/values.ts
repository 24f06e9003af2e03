import type { z } from 'zod'
import type { sessionSettings } from '#lib/api/contract/models/settings.ts'

/** Initial values of the session form. */
export function sessionValues(settings: z.output<typeof sessionSettings>) {
  return {
    userSessionIdleTimeoutInSeconds: String(settings.userSessionIdleTimeoutInSeconds),
    userSessionMaxLifetimeInSeconds: String(settings.userSessionMaxLifetimeInSeconds),
  }
}
