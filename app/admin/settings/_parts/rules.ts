import { refine, string } from 'zod/mini'

interface NumberRule {
  readonly min: number
  readonly max: number
  /** Said of anything else. */
  readonly error: string
}

/** A whole number within bounds, as an input gives it: text. */
export function wholeNumber({ min, max, error }: NumberRule) {
  return string().check(
    refine((text) => {
      const number = Number(text)
      return text.trim() !== '' && Number.isInteger(number) && number >= min && number <= max
    }, error),
  )
}

/** Text of at most so many characters, without blanks around it. */
export function textUpTo(max: number, error: string) {
  return string().check(refine((text) => [...text.trim()].length <= max, error))
}

/** A trial only: the API has the last word on what an address is. */
export const emailLike = /^[^\s@<>]+@[^\s@<>]+$/
