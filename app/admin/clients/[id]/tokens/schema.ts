import { z } from 'zod'
import { longestLifetimeSeconds } from '#lib/domain/lifetimes.ts'

/** The fields of the form. */
export const tokenFieldNames = ['lifetime', 'idle', 'max', 'inAccessToken', 'inIdToken'] as const

/** What the form takes: seconds as text. */
export function tokensSchema(words: (key: 'seconds' | 'idle_above_max') => string) {
  const seconds = z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, words('seconds'))
    .refine((text) => Number(text) <= longestLifetimeSeconds, words('seconds'))
  const claims = z.enum(['default', 'on', 'off'])
  return z
    .object({ lifetime: seconds, idle: seconds, max: seconds })
    .extend({ inAccessToken: claims, inIdToken: claims })
    .refine(({ idle, max }) => Number(idle) <= Number(max), {
      path: ['idle'],
      message: words('idle_above_max'),
    })
}
