'use client'

import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'

interface SwitchProps {
  readonly name: string
  readonly label: string
  readonly hint?: ReactNode
  /** The stored position. */
  readonly isOn: boolean
  /** Read-only. */
  readonly isFixed?: boolean
  /** A remark on an unsaved change. */
  readonly whenChanged?: (isOn: boolean) => ReactNode
}

/** A switch in a `ConsoleForm`; sent as `on` when on, even when read-only. */
export function Switch({ name, label, hint, isOn, isFixed = false, whenChanged }: SwitchProps) {
  const { field } = useController({ name })
  const isNowOn = field.value === true
  const hintId = hint ? `${name}-hint` : undefined
  return (
    <div className="ui-switch">
      {isFixed && isOn && <input type="hidden" name={name} value="on" />}
      <input
        ref={field.ref}
        id={name}
        type="checkbox"
        name={isFixed ? undefined : name}
        className="toggle"
        checked={isFixed ? isOn : isNowOn}
        disabled={isFixed}
        aria-describedby={hintId}
        onChange={(event) => field.onChange(event.target.checked)}
      />
      <div className="min-w-0 flex-1">
        <label htmlFor={name}>
          <b>{label}</b>
        </label>
        {hint && (
          <div id={hintId} className="ui-hint">
            {hint}
          </div>
        )}
        {!isFixed && isNowOn !== isOn && (
          <div role="status" className="mt-3 empty:hidden">
            {whenChanged?.(isNowOn)}
          </div>
        )}
      </div>
    </div>
  )
}
