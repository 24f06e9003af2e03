'use client'

import { useState } from 'react'
import type { ListEditorProps, ListEntry } from './list-editor-props.ts'
import { usePlainForm } from './plain-form.tsx'
import type { TypedValues } from './typed-values.ts'

/** A row while the list is edited. */
export interface ListRow extends ListEntry {
  readonly key: number
}

type Start = Pick<ListEditorProps, 'entries' | 'blank' | 'columns'>

/**
 * The rows of a list while it is edited, with an empty one at the end. Without scripts, a refused form supplies the
 * rows; otherwise, the stored entries do.
 */
export function useListRows({ entries, blank, columns }: Start) {
  const { typed } = usePlainForm()
  const [rows, setRows] = useState(() => startOf(entries, blank, typed))
  const shown = columns.map(({ name }) => name)
  const filled = rows.filter(({ values }) => shown.some((name) => values[name]?.trim()))
  // A row's key is the index of its entry; a row without an entry was added.
  const edited = filled.filter(({ key, values }) =>
    shown.some((name) => values[name]?.trim() !== entries[key]?.values[name]),
  )
  const removed = entries.filter((_, place) => filled.every(({ key }) => key !== place))
  return {
    rows,
    changes: edited.length + removed.length,
    change: (key: number, name: string, value: string) =>
      setRows((all) =>
        all.map((row) =>
          row.key === key ? { ...row, values: { ...row.values, [name]: value } } : row,
        ),
      ),
    insert: () => setRows((all) => [...all, { key: nextKey(all), values: blank }]),
    remove: (key: number) => setRows((all) => all.filter((row) => row.key !== key)),
    discard: () => setRows(startOf(entries, blank, null)),
  }
}

function startOf(
  entries: readonly ListEntry[],
  blank: Readonly<Record<string, string>>,
  typed: TypedValues | null,
): readonly ListRow[] {
  const start = typed ? typedEntries(entries, blank, typed) : entries
  return [...start, { values: blank }].map((entry, key) => ({ ...entry, key }))
}

/** The rows of a submitted form: each field has one line per row. */
function typedEntries(
  entries: readonly ListEntry[],
  blank: Readonly<Record<string, string>>,
  typed: TypedValues,
): readonly ListEntry[] {
  const fields = Object.keys(blank).map((name) => [name, typed[name]?.split('\n') ?? []] as const)
  const count = Math.max(0, ...fields.map(([, lines]) => lines.length))
  return Array.from({ length: count }, (_, row) => {
    const values = Object.fromEntries(fields.map(([name, lines]) => [name, lines[row] ?? '']))
    return { ...entries[row], values }
  })
}

function nextKey(rows: readonly ListRow[]): number {
  return Math.max(-1, ...rows.map(({ key }) => key)) + 1
}
