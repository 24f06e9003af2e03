/** An input of every row. */
export interface ListColumn {
  /** Name of the field; a row sends each of its fields once. */
  readonly name: string
  readonly label: string
  readonly placeholder?: string
  readonly maxLength?: number
  /** Identifiers and addresses: written left to right in a font of equal widths. */
  readonly isCode?: boolean
  /** Takes twice the room of another: for sentences. */
  readonly isWide?: boolean
  /** May be longer than a line; still one line of text. */
  readonly isLong?: boolean
}

/** A row to begin with. */
export interface ListEntry {
  /** By field; those without a column are sent along unseen (an id). */
  readonly values: Readonly<Record<string, string>>
  /** Columns that cannot be changed. */
  readonly fixed?: readonly string[]
  /** Cannot be removed. */
  readonly isKept?: boolean
}

/** What a list editor shows and how it checks what is typed. */
export interface ListEditorProps {
  /** Names the list. */
  readonly label: string
  readonly columns: readonly ListColumn[]
  readonly entries: readonly ListEntry[]
  /** The fields of a new row, those without a column too. */
  readonly blank: Readonly<Record<string, string>>
  /** Words on the button that adds a row. */
  readonly add?: string
  /** Said when there is no row. */
  readonly empty: string
  /** What is wrong with a value, asked when somebody leaves its input. */
  readonly check?: (value: string, column: string, others: readonly string[]) => string | undefined
}
