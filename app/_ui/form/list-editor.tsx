'use client'

import { Plus, X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useId, useRef } from 'react'
import { useController, useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { FieldError } from './fields.tsx'
import { isComposing } from './is-composing.ts'
import { type ListEntry, type ListRow, linesOf } from './list-entries.ts'
import { WrappingField } from './wrapping-field.tsx'

/** A column of inputs. */
interface ListColumn {
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
  /** A remark on a value, and the value that was probably meant; null for none. */
  readonly hint?: (value: string) => ListHint | null
}

interface ListHint {
  readonly text: string
  /** Puts another value into the row. */
  readonly correction?: { readonly label: string; readonly value: string }
}

interface ListEditorProps {
  /** The form's field with the rows (`rowsOf`). */
  readonly name: string
  /** The list's accessible name. */
  readonly label: string
  readonly columns: readonly ListColumn[]
  readonly entries: readonly ListEntry[]
  /** The fields of a new row, including those without a column. */
  readonly blank: Readonly<Record<string, string>>
  /** Label of the button that adds a row. */
  readonly add: string
  /** Shown when the list is empty. */
  readonly empty: string
}

/**
 * An editable list of rows with one or more inputs, in a `ConsoleForm`. An empty row is ignored, so the one at the end
 * adds an entry without scripts. Enter moves to the next row and adds one after the last.
 */
export function ListEditor(props: ListEditorProps) {
  const { name, label, columns, blank, add, empty } = props
  const t = useTexts()
  // The rows may have an `id` of their own.
  const { fields, append, insert, remove } = useFieldArray({ name, keyName: 'key' })
  const { list, adder, focusRow } = useRowFocus()
  const addRow = () => {
    append({ ...blank, stored: null }, { shouldFocus: false })
    focusRow(fields.length)
  }
  const onEnter = (index: number) => {
    if (index === fields.length - 1) addRow()
    else focusRow(index + 1)
  }
  /** Pasted lines are entries of their own: the first in the row itself, the others below. */
  const addLines = (index: number, lines: readonly string[]) => {
    const [column] = columns
    if (!column) return
    const rows = lines.map((line) => ({ ...blank, [column.name]: line, stored: null }))
    insert(index + 1, rows, { shouldFocus: false })
    focusRow(index + lines.length)
  }
  return (
    <div className="flex flex-col gap-3">
      {columns.length > 1 && fields.length > 0 && <Heads columns={columns} />}
      <ul
        ref={list}
        aria-label={label}
        className={`flex flex-col gap-2 empty:hidden ${columns.length > 1 ? 'max-sm:gap-5' : ''}`}
      >
        {fields.map((row, index) => (
          <Row
            key={row.key}
            {...props}
            row={row as unknown as ListRow}
            index={index}
            onEnter={() => onEnter(index)}
            onPasteLines={(lines) => addLines(index, lines)}
            onRemove={() => {
              remove(index)
              focusRow(Math.min(index, fields.length - 2))
            }}
          />
        ))}
      </ul>
      {fields.length === 0 && <p className="text-muted text-sm">{empty}</p>}
      <button ref={adder} id="add-row" type="button" className="btn btn-sm w-fit" onClick={addRow}>
        <Plus aria-hidden="true" />
        {add}
      </button>
      <noscript>
        <p className="text-muted text-sm">{t('console.list_no_script')}</p>
      </noscript>
    </div>
  )
}

/** Moves the focus to the first input of a row, or to the button that adds rows if there is none. */
function useRowFocus() {
  const list = useRef<HTMLUListElement>(null)
  const adder = useRef<HTMLButtonElement>(null)
  const focusRow = (index: number) => {
    const wanted = ':is(input:not([type=hidden]), textarea)'
    const input = () => list.current?.children[index]?.querySelector<HTMLElement>(wanted)
    requestAnimationFrame(() => (input() ?? adder.current)?.focus())
  }
  return { list, adder, focusRow }
}

/** The column headings, hidden from screen readers: every input has its own label. */
function Heads({ columns }: { readonly columns: readonly ListColumn[] }) {
  return (
    <div aria-hidden="true" className="-mb-1 hidden gap-2 pe-12 text-muted text-xs sm:flex">
      {columns.map((column) => (
        <span key={column.name} className={column.isWide ? 'flex-2' : 'flex-1'}>
          {column.label}
        </span>
      ))}
    </div>
  )
}

interface CellActions {
  readonly onEnter: () => void
  /** Takes the lines after the first; absent where a row has several columns. */
  readonly onPasteLines?: (lines: readonly string[]) => void
}

interface RowProps extends ListEditorProps, CellActions {
  readonly row: ListRow
  readonly index: number
  readonly onRemove: () => void
}

function Row(props: RowProps) {
  const { name, row, index, columns, entries, blank, onEnter, onPasteLines, onRemove } = props
  const t = useTexts()
  const now = useWatch({ name: `${name}.${index}` }) as ListRow | undefined
  const entry = entries[row.stored ?? -1]
  const hidden = Object.keys(blank).filter((field) => columns.every((one) => one.name !== field))
  const text = columns.map((column) => now?.[column.name]).find((value) => value)
  const label = text ? t('console.remove_named', { name: text }) : t('console.remove')
  return (
    <li className="flex items-start gap-2">
      {hidden.map((field) => (
        <input
          key={field}
          type="hidden"
          name={`${name}.${index}.${field}`}
          value={row[field] ?? ''}
        />
      ))}
      <div className="flex min-w-0 flex-1 flex-col gap-2 sm:flex-row">
        {columns.map((column) => (
          <Cell
            key={column.name}
            list={name}
            index={index}
            column={column}
            isFixed={entry?.fixed?.includes(column.name) ?? false}
            onEnter={onEnter}
            {...(columns.length === 1 && onPasteLines && { onPasteLines })}
          />
        ))}
      </div>
      <button
        type="button"
        className="btn btn-ghost btn-square shrink-0"
        aria-label={label}
        title={label}
        disabled={entry?.isKept}
        onClick={onRemove}
      >
        <X aria-hidden="true" />
      </button>
    </li>
  )
}

interface CellProps extends CellActions {
  readonly list: string
  readonly index: number
  readonly column: ListColumn
  readonly isFixed: boolean
}

function Cell({ list, index, column, isFixed, onEnter, onPasteLines }: CellProps) {
  const { trigger } = useFormContext()
  const { field, fieldState, formState } = useController({
    name: `${list}.${index}.${column.name}`,
  })
  const problem = fieldState.error?.message
  const problemId = useId()
  const hintId = useId()
  const hint = isFixed || problem ? null : (column.hint?.(String(field.value ?? '').trim()) ?? null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    event.preventDefault()
    onEnter()
  }
  const onChange = (text: string) => {
    field.onChange(text)
    // A duplicate is a problem of two rows.
    if (formState.isSubmitted) void trigger(list)
  }
  const onPaste = (event: ClipboardEvent) => {
    const lines = linesOf(event.clipboardData.getData('text'))
    if (isFixed || lines.length < 2 || !onPasteLines) return
    event.preventDefault()
    onChange(String(field.value ?? '') + lines[0])
    onPasteLines(lines.slice(1))
  }
  const look = `${column.isCode ? 'font-mono' : ''} ${isFixed ? 'bg-sunken!' : ''}`
  const input = {
    name: field.name,
    'aria-label': `${column.label} ${index + 1}`,
    value: String(field.value ?? ''),
    readOnly: isFixed,
    placeholder: column.placeholder ?? column.label,
    maxLength: column.maxLength,
    autoComplete: 'off',
    spellCheck: !column.isCode,
    dir: column.isCode ? 'ltr' : 'auto',
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': problem ? problemId : hint ? hintId : undefined,
    onBlur: field.onBlur,
    onKeyDown,
    onPaste,
  } as const
  return (
    <div className={`min-w-0 ${column.isWide ? 'sm:flex-2' : 'sm:flex-1'}`}>
      {column.isLong ? (
        <WrappingField
          {...input}
          className={`${look} ${problem ? 'textarea-error' : ''}`}
          onChange={onChange}
        />
      ) : (
        <input
          {...input}
          className={`input ${look} ${problem ? 'input-error' : ''}`}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {problem && <FieldError id={problemId} text={problem} />}
      {hint && <Hint id={hintId} hint={hint} onCorrect={onChange} />}
    </div>
  )
}

interface HintProps {
  readonly id: string
  readonly hint: ListHint
  readonly onCorrect: (value: string) => void
}

function Hint({ id, hint: { text, correction }, onCorrect }: HintProps) {
  return (
    <p id={id} className="ui-hint mt-1 text-[var(--warning-text)] [overflow-wrap:anywhere]">
      {text}{' '}
      {correction && (
        <button type="button" className="ui-link" onClick={() => onCorrect(correction.value)}>
          {correction.label}
        </button>
      )}
    </p>
  )
}
