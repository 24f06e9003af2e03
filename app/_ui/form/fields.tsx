'use client'

import { CircleAlert } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useAutofill } from './autofill.tsx'

/** The props that `useConsoleForm` makes for a field. */
export interface FieldBinding extends UseFormRegisterReturn {
  readonly initial: string | undefined
  readonly error: string | undefined
}

interface Labelled {
  readonly label: string
  readonly binding: FieldBinding
  /** The field's requirements, shown before the visitor types. */
  readonly hint?: ReactNode
  /** The word "optional", shown beside the label. */
  readonly optional?: string | undefined
}

interface FrameProps extends Labelled {
  readonly id: string
  readonly children: ReactNode
}

function Frame({ id, label, hint, optional, binding, children }: FrameProps) {
  return (
    <div className="ui-field">
      <label htmlFor={id} className="ui-label">
        {label} {optional && <small>{optional}</small>}
      </label>
      {children}
      {binding.error && <FieldError id={`${id}-error`} text={binding.error} />}
      {hint && (
        <div id={`${id}-hint`} className="ui-hint">
          {hint}
        </div>
      )}
    </div>
  )
}

/** An error message below a field. */
export function FieldError({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <p id={id} role="alert" className="ui-error">
      <CircleAlert aria-hidden="true" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{text}</span>
    </p>
  )
}

function describedBy(id: string, { binding, hint }: Labelled, more?: string): string | undefined {
  const ids = [binding.error && `${id}-error`, hint && `${id}-hint`, more]
  return ids.filter(Boolean).join(' ') || undefined
}

type InputProps = Labelled &
  Omit<ComponentProps<'input'>, 'name' | 'ref'> & {
    /** A button within the input, at the end of its text. */
    readonly adornment?: ReactNode
  }

/** A text, number, date or password input. */
export function TextField({ label, binding, hint, optional, adornment, ...input }: InputProps) {
  const { initial, error, ...registered } = binding
  const id = input.id ?? binding.name
  const labelled = { label, binding, hint, optional }
  const common = {
    dir: 'auto',
    ...input,
    ...registered,
    autoComplete: useAutofill(input.autoComplete ?? 'off'),
    id,
    defaultValue: initial,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy(id, labelled, input['aria-describedby']),
  }
  const look = `input ${error ? 'input-error' : ''}`
  const own = input.className ?? ''
  return (
    <Frame id={id} {...labelled}>
      {adornment === undefined ? (
        <input {...common} className={`${look} ${own}`} />
      ) : (
        <div className={look}>
          <input {...common} className={`min-w-0 grow ${own}`} />
          {adornment}
        </div>
      )}
    </Frame>
  )
}

export function TextAreaField({
  label,
  binding,
  hint,
  optional,
  ...input
}: Labelled & Omit<ComponentProps<'textarea'>, 'name' | 'ref'>) {
  const { initial, error, ...registered } = binding
  const id = input.id ?? binding.name
  const labelled = { label, binding, hint, optional }
  return (
    <Frame id={id} {...labelled}>
      <textarea
        rows={3}
        dir="auto"
        {...input}
        {...registered}
        id={id}
        defaultValue={initial}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, labelled)}
        // As wide as its container, not as its longest word; the height follows the text.
        className={`textarea field-sizing-content [overflow-wrap:anywhere] ${error ? 'textarea-error' : ''}`}
      />
    </Frame>
  )
}

export function SelectField({
  label,
  binding,
  hint,
  optional,
  children,
  ...input
}: Labelled & Omit<ComponentProps<'select'>, 'name' | 'ref'>) {
  const { initial, error, ...registered } = binding
  const id = input.id ?? binding.name
  const labelled = { label, binding, hint, optional }
  const autoComplete = useAutofill(input.autoComplete)
  return (
    <Frame id={id} {...labelled}>
      <select
        {...input}
        {...registered}
        autoComplete={autoComplete}
        id={id}
        defaultValue={initial}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, labelled)}
        className={`select ${error ? 'select-error' : ''} ${input.className ?? ''}`}
      >
        {children}
      </select>
    </Frame>
  )
}

interface CheckFieldProps extends Omit<ComponentProps<'input'>, 'name' | 'ref'> {
  readonly label: string
  /** A short mark beside the label, such as the number of a standard. */
  readonly badge?: string
  readonly hint?: ReactNode
  readonly binding: Omit<FieldBinding, 'initial'> & { readonly initial: unknown }
}

/** A switch; sent as `on` when on. */
export function CheckField({ label, badge, hint, binding, ...input }: CheckFieldProps) {
  const { initial, error, ...registered } = binding
  const id = input.id ?? binding.name
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="ui-switch">
      <input
        {...input}
        {...registered}
        id={id}
        type="checkbox"
        className="toggle"
        defaultChecked={initial === true || initial === 'on'}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
      <div className="min-w-0">
        <label htmlFor={id}>
          <b>
            {label}{' '}
            {badge && (
              <span dir="ltr" className="ui-badge ms-1">
                {badge}
              </span>
            )}
          </b>
        </label>
        {hint && (
          <div id={`${id}-hint`} className="ui-hint">
            {hint}
          </div>
        )}
        {error && <FieldError id={`${id}-error`} text={error} />}
      </div>
    </div>
  )
}
