import type { Db, Provider } from './client.ts'
import { Prisma } from './generated/sqlite/client.ts'
import { skipBefore } from './paging.ts'
import { containsText } from './text-search.ts'

/** What to search for, and which page of what is found. */
export interface UserSearch {
  /** Text that one of the searched columns contains; '' is contained in everything. */
  readonly text: string
  readonly page: number
  readonly size: number
}

/** What a search says about a user. */
export interface FoundUser {
  readonly id: number
  readonly email: string
  readonly emailVerified: boolean
  readonly username: string
  readonly givenName: string
  readonly familyName: string
  readonly enabled: boolean
  readonly subject: string
}

/** A full name is found too, although no column holds it. */
const searched = [
  '"email"',
  '"username"',
  '"given_name"',
  '"middle_name"',
  '"family_name"',
  '"subject"',
  `("given_name" || ' ' || "family_name")`,
]

const shown = {
  id: true,
  email: true,
  emailVerified: true,
  username: true,
  givenName: true,
  familyName: true,
  enabled: true,
  subject: true,
} as const

/**
 * Users by a part of their address, username, names or subject, ordered by given name and id. Pages
 * come along the index of the given name, so a page costs the rows up to its end, not the table.
 */
export async function searchUsers(
  db: Db,
  provider: Provider,
  { text, page, size }: UserSearch,
): Promise<{ readonly users: readonly FoundUser[]; readonly total: number }> {
  const matching = containsText(provider, searched, text)
  const [{ total } = { total: 0 }] = await db.$queryRaw<{ total: number | bigint }[]>(
    Prisma.sql`SELECT COUNT(*) AS "total" FROM "users" WHERE ${matching}`,
  )
  if (skipBefore(page, size) >= Number(total)) return { users: [], total: Number(total) }
  const rows = await db.$queryRaw<{ id: number | bigint }[]>(
    Prisma.sql`SELECT "id" FROM "users" WHERE ${matching}
      ORDER BY "given_name", "id" LIMIT ${size} OFFSET ${skipBefore(page, size)}`,
  )
  const ids = rows.map((row) => Number(row.id))
  const found = await db.user.findMany({ where: { id: { in: ids } }, select: shown })
  const byId = new Map(found.map((user) => [user.id, user]))
  return { users: ids.flatMap((id) => byId.get(id) ?? []), total: Number(total) }
}
