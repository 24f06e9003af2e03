import { z } from 'zod'
import { positiveId } from '../common.ts'

/** The path parameter of operations on a record of one's own. */
export const byOwnId = z.object({ id: positiveId('The `id` of the record, as the list gives it.') })
