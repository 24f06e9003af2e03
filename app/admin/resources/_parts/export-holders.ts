import { csvOf, type ExportColumn, timeCell } from '#app/_ui/list/export-route.ts'
import type { Api } from '#app/_ui/shell/make-api.ts'
import type { Outcome } from '#lib/answers/outcome.ts'
import type { HolderKind } from './holder-kind.ts'

type Found = Awaited<ReturnType<Api['listPermissionHolders']>>

const ofUsers: readonly ExportColumn<Found['users'][number]>[] = [
  { field: 'id', value: ({ id }) => id },
  { field: 'email', value: ({ email }) => email },
  { field: 'givenName', value: ({ givenName }) => givenName },
  { field: 'familyName', value: ({ familyName }) => familyName },
  { field: 'enabled', value: ({ enabled }) => enabled },
  { field: 'direct', value: ({ sources }) => sources.some(({ group }) => group === null) },
  {
    field: 'groups',
    value: ({ sources }) => sources.flatMap(({ group }) => group?.groupIdentifier ?? []).join(' '),
  },
  { field: 'since', value: ({ sources: [first] }) => timeCell(first?.since) },
]

const ofGroups: readonly ExportColumn<Found['groups'][number]>[] = [
  { field: 'id', value: ({ id }) => id },
  { field: 'groupIdentifier', value: ({ groupIdentifier }) => groupIdentifier },
  { field: 'description', value: ({ description }) => description },
  { field: 'since', value: ({ since }) => timeCell(since) },
]

const ofClients: readonly ExportColumn<Found['clients'][number]>[] = [
  { field: 'id', value: ({ id }) => id },
  { field: 'clientIdentifier', value: ({ clientIdentifier }) => clientIdentifier },
  { field: 'displayName', value: ({ displayName }) => displayName },
  { field: 'enabled', value: ({ enabled }) => enabled },
  { field: 'since', value: ({ since }) => timeCell(since) },
]

interface Holders {
  /** Of the permission. */
  readonly id: number
  readonly kind: HolderKind
  /** Of its holders, in their order. */
  readonly ids: readonly number[]
}

/** A CSV file of the holders of a permission, with the ways in which users have it. */
export function exportHolders(api: Api, { id, kind, ids }: Holders, now: Date): Promise<Outcome> {
  const read = (some: readonly number[]) =>
    api.listPermissionHolders({
      params: { id },
      query: { kind, ids: some.join(), size: some.length },
    })
  const name = `who-has-it-${kind}s`
  switch (kind) {
    case 'user':
      return csvOf(
        { name, columns: ofUsers, ids, read: async (some) => (await read(some)).users },
        now,
      )
    case 'group':
      return csvOf(
        { name, columns: ofGroups, ids, read: async (some) => (await read(some)).groups },
        now,
      )
    case 'client':
      return csvOf(
        { name, columns: ofClients, ids, read: async (some) => (await read(some)).clients },
        now,
      )
  }
}
