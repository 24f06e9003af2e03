'use client'

import { type ReactNode, useState } from 'react'
import { useFormChanges } from './form-changes.ts'
import { usePlainForm } from './plain-form.tsx'

interface SelectProps {
  readonly name: string
  readonly label: string
  readonly hint?: ReactNode
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  /** Read-only. */
  readonly isFixed?: boolean
  /** A remark on the current choice. */
  readonly remark?: (value: string) => ReactNode
}

/** A select in a plain form. */
export function Select({ name, label, hint, value, options, isFixed, remark }: SelectProps) {
  const { typed } = usePlainForm()
  const [now, setNow] = useState(typed?.[name] ?? value)
  const [before, setBefore] = useState(value)
  // The stored value changed: an untouched select follows it.
  if (before !== value) {
    setBefore(value)
    if (now === before) setNow(value)
  }
  useFormChanges(!isFixed && now !== value ? 1 : 0)
  const hintId = hint ? `${name}-hint` : undefined
  return (
    <div className="min-w-0">
      <label htmlFor={name} className="mb-1.5 block font-medium text-sm">
        {label}
      </label>
      <select
        id={name}
        name={name}
        value={isFixed ? value : now}
        disabled={isFixed}
        aria-describedby={hintId}
        className="select h-10 w-full max-w-md text-base sm:text-sm"
        onChange={(event) => setNow(event.target.value)}
      >
        {options.map(([option, labels]) => (
          <option key={option} value={option}>
            {labels}
          </option>
        ))}
      </select>
      {hint && (
        <div id={hintId} className="mt-1.5 max-w-2xl text-pretty text-muted text-xs">
          {hint}
        </div>
      )}
      <div role="status" className="mt-3 empty:hidden">
        {remark?.(isFixed ? value : now)}
      </div>
    </div>
  )
}
