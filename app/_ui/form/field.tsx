import type { ComponentProps, ReactNode } from 'react'
import { formAlertId } from './form-alert.tsx'

interface FieldProps extends ComponentProps<'input'> {
  readonly id: string
  readonly label: string
  /** The form's message is about this field. */
  readonly invalid?: boolean
  /** Overlays the end of the input. */
  readonly adornment?: ReactNode
}

/** A labelled input; while invalid, the form's message describes it. */
export function Field({ label, invalid = false, adornment, className = '', ...input }: FieldProps) {
  const describedBy = [invalid ? formAlertId : '', input['aria-describedby'] ?? '']
    .filter((id) => id !== '')
    .join(' ')
  return (
    <div className="ui-field">
      <label htmlFor={input.id} className="ui-label">
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          aria-required="true"
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy || undefined}
          className={`input input-lg ${invalid ? 'input-error' : ''} ${className}`}
        />
        {adornment}
      </div>
    </div>
  )
}
