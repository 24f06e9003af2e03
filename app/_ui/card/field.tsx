import { CircleAlert } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

/** Id of a form's message, for `aria-describedby` of the field concerned. */
export const formErrorId = 'form-error'

export interface FieldProps extends ComponentProps<'input'> {
  readonly id: string
  readonly label: string
  /** The reason for the last refusal, if it is about this field. */
  readonly error?: ReactNode
  /** Stands at the end of the label's line, but after the field in the order of the document. */
  readonly aside?: ReactNode
  /** A button within the input, at the end of its text. */
  readonly adornment?: ReactNode
  /** Below the input. */
  readonly hint?: ReactNode
}

const inputLook = 'input input-lg w-full'

/** A labelled input with its error. */
export function Field(props: FieldProps) {
  const { label, error, aside, adornment, hint, className = '', ...input } = props
  const isInvalid = error !== undefined && error !== null
  const describedBy = [isInvalid ? formErrorId : '', input['aria-describedby'] ?? '']
  const common = {
    ...input,
    'aria-required': true,
    'aria-invalid': isInvalid || undefined,
    'aria-describedby': describedBy.filter((id) => id !== '').join(' ') || undefined,
  }
  const look = `${inputLook} col-span-2 row-start-2 ${isInvalid ? 'input-error' : ''}`
  return (
    <div className="ui-field grid-cols-[minmax(0,1fr)_auto]">
      <label htmlFor={input.id} className="ui-label">
        {label}
      </label>
      {adornment === undefined ? (
        <input {...common} className={`${look} ${className}`} />
      ) : (
        <div className={look}>
          <input {...common} className={`min-w-0 grow ${className}`} />
          {adornment}
        </div>
      )}
      {aside && <div className="col-start-2 row-start-1 self-center">{aside}</div>}
      {isInvalid && (
        <p id={formErrorId} role="alert" className="ui-error col-span-2">
          <CircleAlert aria-hidden="true" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{error}</span>
        </p>
      )}
      {hint && <div className="col-span-2">{hint}</div>}
    </div>
  )
}
