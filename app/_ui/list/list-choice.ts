/** Entries per page that a visitor may choose; the first is the standard. */
export const pageSizes = [20, 50, 100] as const

/** The visitor's choice for a list, as the browser keeps it. */
export interface ListChoice {
  readonly size: number
  /** The chosen columns; null for those of the list. */
  readonly columns: readonly string[] | null
}

/** Reads the value of the cookie; what cannot be read counts as absent. */
export function readListChoice(value: string): ListChoice {
  const [size = '', ...columns] = value.slice(0, 400).split('.')
  return {
    size: pageSizes.find((known) => String(known) === size) ?? pageSizes[0],
    columns: columns.length > 0 ? columns : null,
  }
}

/** The value of the cookie. `-` stands for no column. */
export function listChoiceText({ size, columns }: ListChoice): string {
  const named = columns?.length === 0 ? ['-'] : (columns ?? [])
  return [String(size), ...named].join('.')
}
