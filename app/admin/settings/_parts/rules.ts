import { refine, string } from 'zod/mini'

interface NumberRule {
  readonly min: number
  readonly max: number
  /** Message for every other value. */
  readonly error: string
}

/** A whole number within bounds, from an input's text. */
export function wholeNumber({ min, max, error }: NumberRule) {
  return string().check(
    refine((text) => {
      const number = Number(text)
      return text.trim() !== '' && Number.isInteger(number) && number >= min && number <= max
    }, error),
  )
}

/** A text of at most `max` characters after trimming. */
export function textUpTo(max: number, error: string) {
  return string().check(refine((text) => [...text.trim()].length <= max, error))
}

/** A plausibility check; the API decides which addresses are valid. */
export const emailLike = /^[^\s@<>]+@[^\s@<>]+$/
