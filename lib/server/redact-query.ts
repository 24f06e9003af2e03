import { cutCodePoints } from '#lib/base/text/text.ts'

/** Replaces a value in a log. */
export const hidden = '***'

const maxParameters = 40
const maxNameLength = 60
const maxValueLength = 200

/**
 * A query for the log: at most 40 parameters, names and values clipped.
 * @param shown the part of the value that may be logged; null hides it
 */
export function redactParameters(
  query: string,
  shown: (name: string, value: string) => string | null,
): string {
  return [...new URLSearchParams(query)]
    .slice(0, maxParameters)
    .map(([name, value]) => {
      const text = shown(name, value)
      const described = text === null ? hidden : cutCodePoints(text, maxValueLength)
      return `${cutCodePoints(name, maxNameLength)}=${described}`
    })
    .join('&')
}
