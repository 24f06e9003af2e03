import type { AdminSource } from '../database/sources.ts'
import type { Row } from '../database/tables.ts'

const columns = {
  id: true,
  clientIdentifier: true,
  displayName: true,
  showDisplayName: true,
  showLogo: true,
  isSystemLevelClient: true,
  createdViaDcr: true,
  description: true,
} as const

/** What people see of a client. */
export type ClientToShow = Pick<Row<'clients'>, keyof typeof columns> & {
  /** Null without a logo. */
  readonly logo: { readonly id: number } | null
}

/** The clients with these ids, unsorted. */
export function listToShow({ db }: AdminSource, ids: readonly number[]): Promise<ClientToShow[]> {
  return db.client.findMany({
    where: { id: { in: [...ids] } },
    select: { ...columns, logo: { select: { id: true } } },
  })
}
