import { sql } from 'kysely'
import { type JoinedTable, joinedTable } from '../database/joined.ts'
import type { UserRecord } from './users.ts'

/** A user, and whether they have a picture, which claims contain. */
export type PicturedUser = UserRecord & { readonly hasPicture: boolean }

const user = joinedTable('users')

/** A user in a join with `user_profile_pictures`. */
export const picturedUser: JoinedTable<PicturedUser> = {
  columns: [...user.columns, sql.ref('userProfilePictures.userId').as('picturedUserId')],
  read(joined) {
    const found = user.read(joined)
    return found && { ...found, hasPicture: joined.picturedUserId !== null }
  },
}
