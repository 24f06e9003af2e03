import { z } from 'zod'

/** A row id in the path: a positive number of 64 bits. A number that no row can have becomes -1. */
const positiveId = z
  .string()
  .regex(/^\+?\d+$/, { abort: true })
  .refine((value) => BigInt(value) > 0n && BigInt(value) < 2n ** 63n)
  .transform((value) => (Number.isSafeInteger(Number(value)) ? Number(value) : -1))
  .meta({
    type: 'integer',
    format: 'int64',
    minimum: 1,
    description: 'The `id` of the record, as the list gives it.',
  })

/** The path parameter of operations on a record of one's own. */
export const byOwnId = z.object({ id: positiveId })
