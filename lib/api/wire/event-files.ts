import type { z } from 'zod'
import type { event } from '#lib/api/contract/models/events.ts'
import { type CsvCell, csvHead, csvRow } from '#lib/base/text/csv.ts'
import type { AuditLogRecord } from '#lib/persistence/audit/audit-log.ts'

type Event = z.input<typeof event>
type Batches = AsyncIterable<readonly AuditLogRecord[]>
type Wired = (entries: readonly AuditLogRecord[]) => Promise<readonly Event[]>

const columns: Readonly<Record<string, (entry: Event) => CsvCell>> = {
  time: ({ createdAt }) => new Date(createdAt),
  event: ({ auditEvent }) => auditEvent,
  actor: ({ actor }) => actor?.name ?? '',
  user: ({ user }) => user?.name ?? '',
  client: ({ client }) => client?.name ?? '',
  group: ({ group }) => group?.name ?? '',
  requestId: ({ requestId }) => requestId,
  details: ({ details }) => JSON.stringify(details),
  id: ({ id }) => id,
  category: ({ category }) => category,
  outcome: ({ outcome }) => outcome,
  userId: ({ user }) => user?.id ?? null,
  clientId: ({ client }) => client?.id ?? null,
  groupId: ({ group }) => group?.id ?? null,
  resourceId: ({ resource }) => resource?.id ?? null,
  resource: ({ resource }) => resource?.name ?? '',
  ipAddress: ({ ipAddress }) => ipAddress,
  deviceName: ({ deviceName }) => deviceName,
  deviceOS: ({ deviceOS }) => deviceOS,
}

/** Entries as the rows of a table. */
export async function* csvOf(batches: Batches, wired: Wired): AsyncGenerator<string> {
  yield csvHead(Object.keys(columns))
  const cells = Object.values(columns)
  for await (const entries of batches) {
    const events = await wired(entries)
    yield events.map((entry) => csvRow(cells.map((cell) => cell(entry)))).join('')
  }
}

/** Entries as one JSON object a line, without the guard of spreadsheets. */
export async function* ndjsonOf(batches: Batches, wired: Wired): AsyncGenerator<string> {
  for await (const entries of batches) {
    const events = await wired(entries)
    yield events.map((entry) => `${JSON.stringify(entry)}\n`).join('')
  }
}
