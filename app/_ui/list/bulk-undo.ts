import type { BulkActName, DoneActName } from './bulk-acts.ts'

/** For each act that can be taken back, the act that does so. */
export type Opposites = Readonly<Partial<Record<BulkActName, DoneActName>>>

/** A record that an act has changed. */
export interface ChangedRecord {
  readonly id: number
  /** The value that the opposite act needs, such as the time of the change. Without blanks. */
  readonly mark: string
}

/** The record was changed since: the undo does nothing to it. */
export class ChangedSince extends Error {
  override readonly name = 'ChangedSince'
}

/** The most records that an undo is offered for. */
const maxUndone = 200

/** The fields of the form that takes an act back. */
export type UndoFields = readonly (readonly [name: string, value: string])[]

/** Makes the form that takes an act back; null where that is not possible, or where it changed nothing, or too much. */
export function undoFields(
  opposite: DoneActName | undefined,
  changed: readonly ChangedRecord[],
): UndoFields | null {
  if (!opposite || changed.length === 0 || changed.length > maxUndone) return null
  return [
    ['undo', opposite],
    ...changed.map(({ id, mark }) => ['changed', `${id} ${mark}`] as const),
  ]
}

/** An act with its records. */
export interface ChosenAct {
  readonly act: DoneActName
  /** With the marks that the act before left, if this one takes it back. */
  readonly records: readonly { readonly id: number; readonly mark?: string }[]
  /** Takes this act back; none where that is not possible. */
  readonly opposite?: DoneActName | undefined
}

/** Reads such a form; null for any other. An undo has no undo of its own. */
export function readUndo(opposites: Opposites, form: FormData): ChosenAct | null {
  const act = Object.values(opposites).find((one) => one === form.get('undo'))
  const sent = form.getAll('changed')
  if (!act || sent.length === 0 || sent.length > maxUndone) return null
  const records = sent.flatMap((text) => {
    const [, id, mark] = /^([1-9]\d{0,14}) (\S{1,40})$/.exec(String(text)) ?? []
    return id && mark ? [{ id: Number(id), mark }] : []
  })
  return records.length === sent.length ? { act, records } : null
}
