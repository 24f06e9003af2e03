'use client'

import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { DiscardChanges } from './discard-changes.tsx'
import { FieldError } from './fields.tsx'
import { useFormChanges } from './form-changes.ts'
import { useFormCheck } from './form-checks.ts'
import type { ListColumn, ListEditorProps } from './list-editor-props.ts'
import { useListProblems } from './list-problems.ts'
import { type ListRow, useListRows } from './list-rows.ts'
import { usePlainForm } from './plain-form.tsx'
import { useTexts } from './use-texts.ts'
import { WrappingField } from './wrapping-field.tsx'

/**
 * An editable list of rows with one or more inputs, sent as repeated fields by the surrounding form (`PlainForm`). An
 * empty row is ignored, so the one at the end adds an entry without scripts. Enter moves to the next row and adds one
 * after the last. A list with a problem is not sent: the first invalid input takes the focus.
 */
export function ListEditor(props: ListEditorProps) {
  const { saved } = usePlainForm()
  // Resets to what is stored after a save; never after a refusal.
  return <Rows key={saved + JSON.stringify(props.entries)} {...props} />
}

function Rows(props: ListEditorProps) {
  const { label, columns, add, empty } = props
  const t = useTexts()
  const { list, adder, focusRow } = useRowFocus()
  const { rows, changes, change, insert, remove, discard } = useListRows(props)
  const { problemOf, pointOut, isShown } = useListProblems(props)
  useFormChanges(changes)
  useFormCheck(() => {
    const wrong = pointOut(rows)
    if (!wrong) return true
    focusRow(
      rows.findIndex(({ key }) => key === wrong.key),
      wrong.name,
    )
    return false
  })
  const addRow = () => {
    insert()
    focusRow(rows.length)
  }
  const onEnter = (index: number) => {
    if (index === rows.length - 1) addRow()
    else focusRow(index + 1)
  }
  return (
    <div className="flex flex-col gap-3">
      {columns.length > 1 && rows.length > 0 && <Heads columns={columns} />}
      <ul
        ref={list}
        aria-label={label}
        className={`flex flex-col gap-2 empty:hidden ${columns.length > 1 ? 'max-sm:gap-5' : ''}`}
      >
        {rows.map((row, index) => (
          <Row
            key={row.key}
            {...props}
            row={row}
            index={index}
            problemOf={(name) => problemOf(rows, row, name)}
            isPointedAt={(name) => isShown({ key: row.key, name })}
            onChange={(name, value) => change(row.key, name, value)}
            onEnter={() => onEnter(index)}
            onRemove={() => {
              remove(row.key)
              focusRow(Math.min(index, rows.length - 2))
            }}
          />
        ))}
      </ul>
      {rows.length === 0 && <p className="text-muted text-sm">{empty}</p>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <button ref={adder} id="add-row" type="button" className="btn btn-sm" onClick={addRow}>
          <Plus className="size-4" aria-hidden="true" />
          {add ?? t('console.add')}
        </button>
        <DiscardChanges isShown={changes > 0} discard={discard} />
      </div>
      <noscript>
        <p className="text-muted text-sm">{t('console.list_no_script')}</p>
      </noscript>
    </div>
  )
}

/** Moves the focus to an input of a row, or to the button that adds rows if there is none. */
function useRowFocus() {
  const list = useRef<HTMLUListElement>(null)
  const adder = useRef<HTMLButtonElement>(null)
  const focusRow = (index: number, name?: string) => {
    const wanted = `:is(input:not([type=hidden]), textarea)${name ? `[name=${name}]` : ''}`
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

interface RowProps extends ListEditorProps {
  readonly row: ListRow
  readonly index: number
  /** The problem with an input of the row. */
  readonly problemOf: (name: string) => string | undefined
  /** Submitting the list found a problem in this input. */
  readonly isPointedAt: (name: string) => boolean
  readonly onChange: (name: string, value: string) => void
  readonly onEnter: () => void
  readonly onRemove: () => void
}

function Row({ row, index, columns, onChange, onEnter, onRemove, ...props }: RowProps) {
  const t = useTexts()
  const hidden = Object.keys(row.values).filter((name) => columns.every((c) => c.name !== name))
  const name = columns.map((column) => row.values[column.name]).find((value) => value)
  const label = name ? t('console.remove_named', { name }) : t('console.remove')
  return (
    <li className="flex items-start gap-2">
      {hidden.map((field) => (
        <input key={field} type="hidden" name={field} value={row.values[field]} />
      ))}
      <div className="flex min-w-0 flex-1 flex-col gap-2 sm:flex-row">
        {columns.map((column) => (
          <Cell
            key={column.name}
            column={column}
            label={`${column.label} ${index + 1}`}
            value={row.values[column.name] ?? ''}
            isFixed={row.fixed?.includes(column.name) ?? false}
            problemOf={() => props.problemOf(column.name)}
            isPointedAt={props.isPointedAt(column.name)}
            onChange={(value) => onChange(column.name, value)}
            onEnter={onEnter}
          />
        ))}
      </div>
      <button
        type="button"
        className="btn btn-ghost btn-square size-10 min-h-10 shrink-0"
        aria-label={label}
        title={label}
        disabled={row.isKept}
        onClick={onRemove}
      >
        <X className="size-4" aria-hidden="true" />
      </button>
    </li>
  )
}

interface CellProps {
  readonly column: ListColumn
  readonly label: string
  readonly value: string
  readonly isFixed: boolean
  readonly problemOf: () => string | undefined
  readonly isPointedAt: boolean
  readonly onChange: (value: string) => void
  readonly onEnter: () => void
}

/** A message moves the content below it, so it waits until a click there has ended. */
const leaveMillis = 300

function Cell({ column, label, value, isFixed, onChange, onEnter, ...props }: CellProps) {
  const [isLeft, setIsLeft] = useState(false)
  const problem = isLeft || props.isPointedAt ? props.problemOf() : undefined
  const problemId = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    onEnter()
  }
  const look = `${column.isCode ? 'font-mono' : ''} ${isFixed ? 'bg-base-200' : ''}`
  const field = {
    name: column.name,
    'aria-label': label,
    value,
    readOnly: isFixed,
    placeholder: column.placeholder ?? column.label,
    maxLength: column.maxLength,
    autoComplete: 'off',
    spellCheck: !column.isCode,
    dir: column.isCode ? 'ltr' : 'auto',
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': problem ? problemId : undefined,
    onBlur: () => setTimeout(() => setIsLeft(true), leaveMillis),
    onKeyDown,
  } as const
  return (
    <div className={`min-w-0 ${column.isWide ? 'sm:flex-2' : 'sm:flex-1'}`}>
      {column.isLong ? (
        <WrappingField
          {...field}
          className={`${look} ${problem ? 'textarea-error' : ''}`}
          onChange={onChange}
        />
      ) : (
        <input
          {...field}
          className={`input h-10 w-full text-base sm:text-sm ${look} ${problem ? 'input-error' : ''}`}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {problem && <FieldError id={problemId} text={problem} />}
    </div>
  )
}
