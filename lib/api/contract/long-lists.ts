import { z } from 'zod'

/**
 * Maximum entries of a list in a JSON body: twice the longest list that can be saved. Validation records every
 * invalid entry: a body full of them blocked the process for a second and took 300 MB.
 */
export const maxEntries = 2_000

/**
 * Truncates overlong lists in a body. Only declared top-level fields are examined: unknown fields are ignored
 * anyway, and no declared list is nested.
 * @returns the truncated fields
 */
export function shortenLists(body: z.ZodType, sent: unknown): string[] {
  if (!(body instanceof z.ZodObject) || typeof sent !== 'object' || sent === null) return []
  const values = sent as Record<string, unknown>
  const shortened: string[] = []
  for (const field in body.shape) {
    const list = values[field]
    if (!Array.isArray(list) || list.length <= maxEntries) continue
    list.length = maxEntries
    shortened.push(field)
  }
  return shortened
}
