import type { FormError } from '#lib/answers/view.ts'
import { maxPasswordLength } from '#lib/domain/passwords/password-rules.ts'

/** The page counts no further than this number. */
const maxTimes = 9

/**
 * The stored form of a step's error: its key, and how often in a row the form was refused for this reason.
 * @param stored the error before it
 */
export function repeatedError(stored: string, key: string): string {
  const before = readFormError(stored)
  const times = before?.key === key ? Math.min((before.times ?? 1) + 1, maxTimes) : 1
  return times === 1 ? key : `${key} ${times}`
}

/** The error that a step's page shows; undefined for none. */
export function readFormError(stored: string): FormError | undefined {
  const [key = '', times] = stored.split(' ')
  if (key === '') return undefined
  if (key === 'validator.password.too_long') {
    return { key, parameters: { max: maxPasswordLength } }
  }
  return times ? { key, times: Number(times) } : { key }
}
