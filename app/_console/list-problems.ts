'use client'

import { useState } from 'react'
import type { ListEditorProps } from './list-editor-props.ts'
import type { ListRow } from './list-rows.ts'

/** A cell, by the row's key. */
interface Place {
  readonly key: number
  readonly name: string
}

/** What is wrong in a list, and the cells that were pointed at when it was to be sent. */
export function useListProblems({ columns, check }: Pick<ListEditorProps, 'columns' | 'check'>) {
  const [shown, setShown] = useState<readonly Place[]>([])
  /** What is wrong with a cell beside the other rows; a row left empty is none. */
  const problemOf = (rows: readonly ListRow[], row: ListRow, name: string) => {
    if (!columns.some((column) => textOf(row, column.name))) return undefined
    const others = rows.filter((other) => other !== row)
    return check?.(
      textOf(row, name),
      name,
      others.map((other) => textOf(other, name)),
    )
  }
  /** Shows everything that is wrong. Gives the first cell of it; undefined: the list may be sent. */
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
