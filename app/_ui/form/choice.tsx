import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import type { FieldBinding } from './fields.tsx'

interface ChoiceProps extends Omit<ComponentProps<'input'>, 'name' | 'ref'> {
  readonly id: string
  readonly value: string
  readonly label: string
  readonly hint: ReactNode
  readonly icon?: LucideIcon
  readonly binding: FieldBinding
}

/** One of a few answers, with a sentence. */
export function Choice({ id, value, label, hint, icon: Icon, binding, ...input }: ChoiceProps) {
  const { initial, error: _, ...registered } = binding
  return (
    <label
      className={`ui-choice ${input.disabled ? 'cursor-default! text-muted hover:border-line-strong!' : ''}`}
    >
      <input
        {...input}
        {...registered}
        id={id}
        type="radio"
        value={value}
        defaultChecked={initial === value}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        className="radio mt-0.5"
      />
      <span className="min-w-0">
        <span id={`${id}-label`} className="flex items-center gap-2 font-medium">
          {Icon && <Icon className="text-muted" aria-hidden="true" />}
          {label}
        </span>
        <span id={`${id}-hint`} className="ui-hint block">
          {hint}
        </span>
      </span>
    </label>
  )
}

interface ChoicesProps {
  readonly legend: string
  readonly hint?: ReactNode
  readonly children: ReactNode
}

/** The answers to one question. */
export function Choices({ legend, hint, children }: ChoicesProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="ui-label">{legend}</legend>
      {hint && <p className="ui-hint">{hint}</p>}
      <div className="mt-2 grid gap-2.5 sm:grid-cols-2">{children}</div>
    </fieldset>
  )
}
