/** A column of inputs. */
export interface ListColumn {
  /** Name of the field; every row sends each of its fields once. */
  readonly name: string
  readonly label: string
  readonly placeholder?: string
  readonly maxLength?: number
  /** Identifiers and addresses: left to right, in a monospace font. */
  readonly isCode?: boolean
  /** Twice the width of other columns, for sentences. */
  readonly isWide?: boolean
  /** Wraps when longer than the input; still one line of text. */
  readonly isLong?: boolean
}

/** An initial row. */
export interface ListEntry {
  /** By field; a field without a column is sent as a hidden input (an id). */
  readonly values: Readonly<Record<string, string>>
  /** Read-only columns. */
  readonly fixed?: readonly string[]
  /** Cannot be removed. */
  readonly isKept?: boolean
}

export interface ListEditorProps {
  /** The list's accessible name. */
  readonly label: string
  readonly columns: readonly ListColumn[]
  readonly entries: readonly ListEntry[]
  /** The fields of a new row, including those without a column. */
  readonly blank: Readonly<Record<string, string>>
  /** Label of the button that adds a row. */
  readonly add?: string
  /** Shown when the list is empty. */
  readonly empty: string
  /** Returns the problem with a value, when its input loses the focus. */
  readonly check?: (value: string, column: string, others: readonly string[]) => string | undefined
}
