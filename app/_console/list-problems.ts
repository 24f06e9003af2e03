'use client'

import { useState } from 'react'
import type { ListEditorProps } from './list-editor-props.ts'
import type { ListRow } from './list-rows.ts'

/** A cell, by the row's key. */
interface Place {
  readonly key: number
  readonly name: string
}

/** The problems in a list, and the cells that the last attempt to submit marked. */
export function useListProblems({ columns, check }: Pick<ListEditorProps, 'columns' | 'check'>) {
  const [shown, setShown] = useState<readonly Place[]>([])
  /** The problem with a cell, given the other rows; an empty row has none. */
  const problemOf = (rows: readonly ListRow[], row: ListRow, name: string) => {
    if (!columns.some((column) => textOf(row, column.name))) return undefined
    const others = rows.filter((other) => other !== row)
    return check?.(
      textOf(row, name),
      name,
      others.map((other) => textOf(other, name)),
    )
  }
  /** Marks every problem. Returns the first cell with one; undefined: the list may be sent. */
  const pointOut = (rows: readonly ListRow[]): Place | undefined => {
    const wrong = rows.flatMap((row) =>
      columns
        .filter(({ name }) => !row.fixed?.includes(name) && problemOf(rows, row, name))
        .map(({ name }) => ({ key: row.key, name })),
    )
    setShown(wrong)
    return wrong[0]
  }
  const isShown = ({ key, name }: Place) =>
    shown.some((place) => place.key === key && place.name === name)
  return { problemOf, pointOut, isShown }
}

function textOf({ values }: ListRow, name: string): string {
  return values[name]?.trim() ?? ''
}
