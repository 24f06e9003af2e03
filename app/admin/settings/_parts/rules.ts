import { z } from 'zod'

interface NumberRule {
  readonly min: number
  readonly max: number
  /** Said of anything else. */
  readonly error: string
}

/** A whole number within bounds, as an input gives it: text. */
export function wholeNumber({ min, max, error }: NumberRule) {
  return z.string().refine((text) => {
    const number = Number(text)
    return text.trim() !== '' && Number.isInteger(number) && number >= min && number <= max
  }, error)
}

/** Text of at most so many characters, without blanks around it. */
export function textUpTo(max: number, error: string) {
  return z.string().refine((text) => [...text.trim()].length <= max, error)
}
