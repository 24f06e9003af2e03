'use client'

import { type ReactNode, useState } from 'react'
import { useController } from 'react-hook-form'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { type DurationParts, inheritField, partsOf, secondsOf } from './duration-parts.ts'
import { FieldError } from './fields.tsx'
import { UnitSelect } from './unit-select.tsx'
import type { ControlledBinding } from './use-console-form.ts'

interface DurationFieldProps {
  readonly label: string
  readonly hint?: ReactNode
  /** Its value is a number of seconds, as text. */
  readonly binding: ControlledBinding
  readonly language: string
  /** What a duration of 0 stands for; a switch chooses it. */
  readonly inherited?: string
  /** Warns about durations that are valid but probably a mistake. */
  readonly tooShort?: { readonly belowSeconds: number; readonly warning: string }
}

/** A number and its unit. The form sends both, and the server counts the seconds (`withSeconds`). */
export function DurationField(props: DurationFieldProps) {
  const { label, hint, binding, language, inherited, tooShort } = props
  const { name, error } = binding
  const t = useTexts()
  const { field, seconds, parts, change } = useDuration(binding)
  const isInherited = inherited !== undefined && seconds === '0'
  const shown = isInherited ? blank : parts
  const described = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ')
  return (
    <div className="ui-field group/duration">
      <label htmlFor={name} className="ui-label">
        {label}
      </label>
      {inherited !== undefined && (
        <Inherit
          name={name}
          label={inherited}
          isOn={isInherited}
          onChange={(isOn) => change(isOn ? none : blank)}
        />
      )}
      <div className="flex gap-2 group-has-[input:checked]/duration:hidden">
        <input
          ref={field.ref}
          id={name}
          name={name}
          value={shown.amount}
          onChange={(event) => change({ ...shown, amount: event.target.value })}
          onBlur={field.onBlur}
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          className={`input w-24! tabular-nums ${error ? 'input-error' : ''}`}
        />
        <UnitSelect
          name={name}
          label={t('console.unit')}
          language={language}
          parts={shown}
          onChange={(unit) => change({ ...shown, unit })}
        />
      </div>
      {error && <FieldError id={`${name}-error`} text={error} />}
      {hint && (
        <div id={`${name}-hint`} className="ui-hint">
          {hint}
        </div>
      )}
      <div role="status" className="empty:hidden">
        {tooShort && isBelow(seconds, tooShort.belowSeconds) && (
          <Notice kind="warning">{tooShort.warning}</Notice>
        )}
      </div>
    </div>
  )
}

const none: DurationParts = { amount: '0', unit: 'second' }
const blank: DurationParts = { amount: '', unit: 'minute' }

/** The form holds the seconds; amount and unit stay as typed until the form shows another duration. */
function useDuration({ name, control }: ControlledBinding) {
  const { field } = useController({ name, control })
  const seconds = String(field.value ?? '')
  const [typed, setTyped] = useState(() => partsOf(seconds))
  const parts = secondsOf(typed) === seconds ? typed : partsOf(seconds)
  const change = (next: DurationParts) => {
    setTyped(next)
    field.onChange(secondsOf(next))
  }
  return { field, seconds, parts, change }
}

interface InheritProps {
  readonly name: string
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

/** Hides the amount and its unit by the style sheet, so that it works without scripts. */
function Inherit({ name, label, isOn, onChange }: InheritProps) {
  const id = `${name}-inherit`
  return (
    <div className="ui-switch">
      <input
        id={id}
        type="checkbox"
        name={inheritField(name)}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        className="toggle"
      />
      <label htmlFor={id} className="text-sm">
        {label}
      </label>
    </div>
  )
}

function isBelow(typed: string, seconds: number): boolean {
  return typed.trim() !== '' && Number(typed) > 0 && Number(typed) < seconds
}
