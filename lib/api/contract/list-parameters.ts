import { z } from 'zod'
import { isStorableMoment } from '#lib/base/time/storable-moment.ts'
import { maxPage } from './common.ts'

// Parameters of lists that sort, narrow or extend them. A value that cannot be read is refused: a misspelt filter must
// not stand for everything.

/** The most ids that `onlyIds` gives. */
export const maxListedIds = 100_000

/** `true` or `false`; absent for neither. */
export function yesOrNo(description: string) {
  return z
    .enum(['true', 'false'])
    .optional()
    .transform((value) => (value === undefined ? undefined : value === 'true'))
    .meta({ type: 'boolean', description })
}

/** A moment of the years 1 to 9999; absent for none. */
export function moment(description: string) {
  return z.iso
    .datetime({ offset: true })
    .refine((value) => isStorableMoment(new Date(value)))
    .optional()
    .transform((value) => (value === undefined ? undefined : new Date(value)))
    .meta({ type: 'string', format: 'date-time', description })
}

/** The order of a list. */
export function sorting<const Sorts extends readonly [string, ...string[]]>(
  sorts: Sorts,
  description: string,
) {
  return {
    sort: z.enum(sorts).optional().describe(description),
    order: z
      .enum(['asc', 'desc'])
      .optional()
      .describe(
        'Direction of `sort`, `asc` when absent. Equal entries are in the order of their ids.',
      ),
  }
}

/** What is read of a list besides its page. */
export const listParts = {
  ids: z
    .string()
    .regex(new RegExp(`^\\d{1,15}(,\\d{1,15}){0,${maxPage - 1}}$`))
    .optional()
    .transform((value) => value?.split(',').map(Number))
    .meta({
      type: 'string',
      description: `Only the entries with these ids, separated by commas; at most ${maxPage}.`,
    }),
  onlyIds: yesOrNo(
    `With \`true\`: no entries, but \`ids\` of all pages in the order of the list. Of more than ${maxListedIds} there are none.`,
  ),
}

/** How texts of a list are searched. */
export const matching = {
  match: z
    .enum(['words'])
    .optional()
    .describe(
      'With `words`: each word of `query` is found anywhere in these fields, in any order, without case and accents.',
    ),
}

/** The answer to `onlyIds`. */
export const listedIdsField = {
  ids: z
    .array(z.int())
    .optional()
    .describe('With `onlyIds`: the ids of all entries, in the order of the list.'),
}

/** True when a parameter beyond search, page and annotations was sent. */
export function isExtended(query: Readonly<Record<string, unknown>>): boolean {
  const plain = new Set([
    'query',
    'page',
    'size',
    'annotateGroupMembership',
    'annotatePermissionId',
    'details',
    'identifiers',
  ])
  return Object.entries(query).some(([name, value]) => value !== undefined && !plain.has(name))
}
