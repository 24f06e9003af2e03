'use client'

import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'

interface SelectProps {
  readonly name: string
  readonly label: string
  readonly hint?: ReactNode
  /** The stored choice. */
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  /** Read-only. */
  readonly isFixed?: boolean
  /** A remark on the current choice. */
  readonly remark?: (value: string) => ReactNode
}

/** A select in a `ConsoleForm`. */
export function Select({ name, label, hint, value, options, isFixed, remark }: SelectProps) {
  const { field } = useController({ name })
  const now = String(field.value ?? value)
  const hintId = hint ? `${name}-hint` : undefined
  return (
    <div className="ui-field">
      <label htmlFor={name} className="ui-label">
        {label}
      </label>
      <select
        ref={field.ref}
        id={name}
        name={name}
        value={isFixed ? value : now}
        disabled={isFixed}
        aria-describedby={hintId}
        className="select max-w-md"
        onChange={(event) => field.onChange(event.target.value)}
      >
        {options.map(([option, labels]) => (
          <option key={option} value={option}>
            {labels}
          </option>
        ))}
      </select>
      {hint && (
        <div id={hintId} className="ui-hint max-w-2xl">
          {hint}
        </div>
      )}
      <div role="status" className="mt-2 empty:hidden">
        {remark?.(isFixed ? value : now)}
      </div>
    </div>
  )
}
