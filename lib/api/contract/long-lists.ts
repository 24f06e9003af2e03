import { z } from 'zod'

/**
 * Maximum entries of a list or a map in a JSON body: twice the longest list that can be saved. Validation records every
 * invalid entry: a body full of them blocked the process for a second and took 300 MB.
 */
export const maxEntries = 2_000

/**
 * Truncates overlong lists and maps in a body. Only declared fields are examined: unknown fields are ignored anyway.
 * @returns the truncated fields
 */
export function shortenLists(body: z.ZodType, sent: unknown): string[] {
  if (!(body instanceof z.ZodObject) || !isObject(sent)) return []
  return Object.entries(body.shape).flatMap(([field, declared]) => {
    const form = formOf(declared)
    const value = sent[field]
    if (form instanceof z.ZodObject) {
      return shortenLists(form, value).map((inner) => `${field}.${inner}`)
    }
    if (Array.isArray(value)) {
      if (value.length <= maxEntries) return []
      value.length = maxEntries
      return [field]
    }
    if (!(form instanceof z.ZodRecord) || !isObject(value)) return []
    const entries = Object.entries(value)
    if (entries.length <= maxEntries) return []
    sent[field] = Object.fromEntries(entries.slice(0, maxEntries))
    return [field]
  })
}

/** What is declared, without "may be absent" and without the conversion of what was sent. */
function formOf(declared: unknown): unknown {
  if (declared instanceof z.ZodOptional || declared instanceof z.ZodNullable) {
    return formOf(declared.unwrap())
  }
  return declared instanceof z.ZodPipe ? formOf(declared.in) : declared
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
