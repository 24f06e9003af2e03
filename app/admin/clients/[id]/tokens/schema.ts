import { object, enum as oneOf, refine, regex, string, trim } from 'zod/mini'
import { maxLifetimeSeconds } from '#lib/domain/settings/lifetimes.ts'

export const tokenFieldNames = ['lifetime', 'idle', 'max', 'inAccessToken', 'inIdToken'] as const

/** The form's schema; durations are seconds, as text. */
export function tokensSchema(labels: (key: 'seconds' | 'idle_above_max') => string) {
  const seconds = string().check(
    trim(),
    regex(/^\d{1,9}$/, labels('seconds')),
    refine((text) => Number(text) <= maxLifetimeSeconds, labels('seconds')),
  )
  const claims = oneOf(['default', 'on', 'off'])
  return object({
    ...{ lifetime: seconds, idle: seconds, max: seconds },
    ...{ inAccessToken: claims, inIdToken: claims },
  }).check(
    refine(({ idle, max }) => Number(idle) <= Number(max), {
      path: ['idle'],
      message: labels('idle_above_max'),
    }),
  )
}
