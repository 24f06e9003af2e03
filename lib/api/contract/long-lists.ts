import { z } from 'zod'

/**
 * The most entries of a list in a JSON body: twice what any list of ours may be saved with. Checking a list keeps a note
 * of every entry that is wrong: a body full of them took a second, in which nobody is answered, and 300 MB.
 */
export const maxEntries = 2_000

/**
 * Cuts off what is too much of lists. Only of the body's own fields: what is not known is not looked into, and no list
 * of ours has a list in it.
 * @returns the fields whose lists were too long
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
