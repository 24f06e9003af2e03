import { exists } from '../database/results.ts'
import type { Queries } from '../database/tables.ts'

export function hasPicture(queries: Queries, userId: number): Promise<boolean> {
  return exists(queries.selectFrom('userProfilePictures').select('id').where('userId', '=', userId))
}
