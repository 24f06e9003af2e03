import { ChangedSince } from './bulk-undo.ts'

interface Switched {
  readonly enabled: boolean
  readonly updatedAt: string | null
}

/** A record that can be switched on and off. */
interface BulkSwitch {
  /** The record as it is. */
  readonly read: () => Promise<Switched>
  readonly set: (enabled: boolean) => Promise<Switched>
}

/**
 * Switches a record.
 * @param mark of an undo: when the act that it takes back changed the record
 * @returns when it was changed; null when it was in that state already
 * @throws ChangedSince
 */
export async function switchRecord(
  { read, set }: BulkSwitch,
  enabled: boolean,
  mark: string | undefined,
): Promise<string | null> {
  const current = await read()
  if (mark !== undefined && current.updatedAt !== mark) throw new ChangedSince()
  if (current.enabled === enabled) return null
  const { updatedAt } = await set(enabled)
  return updatedAt
}
