import { expect, test } from 'vitest'
import { belongingTables } from '#lib/persistence/belongings.ts'
import { tableOf } from '#lib/persistence/tables.ts'

/**
 * Tables of which a client or a user has few rows, which go with it in one statement: what an administrator or the user
 * entered. Rows that requests make are without bound: they are to be in `belongingTables`.
 */
const few = {
  client: ['client_redirect_uris', 'client_web_origins', 'client_logos', 'client_permissions'],
  user: ['user_permissions', 'user_profile_pictures', 'user_attributes', 'user_groups'],
}
/**
 * What names a user but does not go with them, because it ends by itself: a sign-in in progress within the hour, and
 * counted failures, whose mailed link works for half an hour.
 */
const staying = { client: [], user: ['ceremonies', 'sign_in_failures'] }

test.each(['client', 'user'] as const)(
  'every table that names a %s says how it goes with it',
  (kind) => {
    const naming = Object.values(tableOf)
      .filter(({ columns }) => columns.some(({ column }) => column === `"${kind}_id"`))
      .map(({ name }) => name.replaceAll('"', ''))
    const known = [...belongingTables[kind], ...few[kind], ...staying[kind]]
    expect(naming.sort()).toEqual(known.sort())
  },
)
