'use client'

import { type ReactNode, useState } from 'react'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { durationText } from './duration.ts'
import { type FieldBinding, TextField } from './fields.tsx'

interface DurationFieldProps {
  readonly label: string
  readonly hint?: ReactNode
  /** Its value is a number of seconds, as text. */
  readonly binding: FieldBinding
  readonly language: string
  /** Shown for a duration of 0 (`inherited`). */
  readonly zero?: string
  /** Warns about durations that are valid but probably a mistake. */
  readonly tooShort?: { readonly belowSeconds: number; readonly warning: string }
}

/** An input in seconds, with the duration in days, hours and minutes beside it. */
export function DurationField(props: DurationFieldProps) {
  const { label, hint, binding, language, zero, tooShort } = props
  const t = useTexts()
  const [typed, setTyped] = useState(binding.initial ?? '')
  const onChange: FieldBinding['onChange'] = (event) => {
    setTyped(String(event.target.value))
    return binding.onChange(event)
  }
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={label}
        binding={{ ...binding, onChange }}
        optional={t('console.seconds')}
        type="text"
        inputMode="numeric"
        dir="ltr"
        className="pr-[55%] font-mono tabular-nums"
        aria-describedby={`${binding.name}-means`}
        hint={hint}
        // Numbers are left to right in every language, so the duration is on the right.
        adornment={
          <span
            id={`${binding.name}-means`}
            className="pointer-events-none absolute inset-y-0 right-3 flex max-w-[52%] items-center text-right text-muted text-xs leading-tight"
            suppressHydrationWarning
          >
            {meaning(typed, language, zero)}
          </span>
        }
      />
      <div role="status" className="empty:-mt-2">
        {tooShort && isBelow(typed, tooShort.belowSeconds) && (
          <Notice kind="warning">{tooShort.warning}</Notice>
        )}
      </div>
    </div>
  )
}

function isBelow(typed: string, seconds: number): boolean {
  return typed.trim() !== '' && Number(typed) > 0 && Number(typed) < seconds
}

function meaning(typed: string, language: string, zero: string | undefined): string {
  const seconds = Number(typed)
  if (typed.trim() === '' || !Number.isSafeInteger(seconds) || seconds < 0) return ''
  return seconds === 0 && zero !== undefined ? zero : durationText(seconds, language)
}
