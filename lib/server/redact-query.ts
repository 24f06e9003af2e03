import { cutCodePoints } from '#lib/kernel/text.ts'

/** What stands in a log in place of a value. */
export const hidden = '***'

const maxParameters = 40
const maxNameLength = 60
const maxValueLength = 200

/**
 * A query as a log shows it: as many parameters as any request of ours has, names and values clipped.
 * @param shown the value as far as it may stand in a log; null hides it
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
