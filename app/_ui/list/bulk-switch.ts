import type { Api } from '#app/_ui/shell/make-api.ts'

/** What can be switched on and off: a bulk act that does so can be taken back. */
export interface BulkSwitch<Act extends string = string> {
  readonly on: Act
  readonly off: Act
  /** The record as it is. */
  readonly read: (api: Api, id: number) => Promise<Switched>
  readonly set: (api: Api, id: number, enabled: boolean) => Promise<Switched>
}

interface Switched {
  readonly enabled: boolean
  readonly updatedAt: string | null
}

/** A record that an act has changed, and when. An undo leaves it alone once it was changed again. */
export interface ChangedRecord {
  readonly id: number
  readonly at: string
}

/** The record was changed since: the undo does nothing to it. */
export class ChangedSince extends Error {
  override readonly name = 'ChangedSince'
}

/**
 * Switches a record.
 * @param at of an undo: when the act that it takes back changed the record
 * @returns the record as changed; null when it was in that state already
 * @throws ChangedSince
 */
export async function switchRecord(
  { read, set }: BulkSwitch,
  api: Api,
  { id, at, enabled }: { readonly id: number; readonly at?: string; readonly enabled: boolean },
): Promise<ChangedRecord | null> {
  const current = await read(api, id)
  if (at !== undefined && current.updatedAt !== at) throw new ChangedSince()
  if (current.enabled === enabled) return null
  const { updatedAt } = await set(api, id, enabled)
  return { id, at: updatedAt ?? '' }
}

/** The most records that an undo is offered for. */
const maxUndone = 200

/** The fields of the form that takes an act back. */
export type UndoFields = readonly (readonly [name: string, value: string])[]

/** Makes the form that takes an act back; null where it changed nothing, or too much. */
export function undoFields(
  { on, off }: BulkSwitch,
  act: string,
  changed: readonly ChangedRecord[],
): UndoFields | null {
  if (changed.length === 0 || changed.length > maxUndone) return null
  return [
    ['undo', act === on ? off : on],
    ...changed.map(({ id, at }) => ['changed', `${id} ${at}`] as const),
  ]
}

/** Reads such a form; null for any other. */
export function readUndo<Act extends string>(
  { on, off }: BulkSwitch<Act>,
  form: FormData,
): { readonly act: Act; readonly changed: readonly ChangedRecord[] } | null {
  const act = [on, off].find((one) => one === form.get('undo'))
  const sent = form.getAll('changed')
  if (!act || sent.length === 0 || sent.length > maxUndone) return null
  const changed = sent.flatMap((text) => {
    const [, id, at] = /^([1-9]\d{0,14}) (\S{1,40})$/.exec(String(text)) ?? []
    return id && at ? [{ id: Number(id), at }] : []
  })
  return changed.length === sent.length ? { act, changed } : null
}
