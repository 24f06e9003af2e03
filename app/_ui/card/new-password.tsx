'use client'

import { Circle, CircleCheck, Info } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { PasswordRuleView } from '#lib/answers/view.ts'
import { normalizePassword } from '#lib/base/text/typed.ts'
import type { FieldProps } from './field.tsx'
import { PasswordField, type PasswordFieldTexts } from './password-field.tsx'

type Demand = 'minLength' | 'mixed' | 'symbol'

export interface PasswordTexts extends PasswordFieldTexts {
  readonly label: string
  readonly rule: PasswordRuleView
  readonly required: string
  readonly tooShort: string
  readonly tooLong: string
  /** The requirements that the browser can check. */
  readonly demands: Readonly<Partial<Record<Demand, string>>>
  /** The requirements that only the server can check. */
  readonly uncommon: string | undefined
}

const listId = 'password-rule'

/** The field for a new password, with a list of requirements that follows the typing. */
export function NewPassword({ texts, ...field }: FieldProps & { readonly texts: PasswordTexts }) {
  const { demands, rule, uncommon } = texts
  const [typed, setTyped] = useState('')
  const [said, setSaid] = useState('')
  const items = Object.entries(demands).map(([demand, text]) => ({
    text,
    isMet: isMet(demand as Demand, rule, normalizePassword(typed)),
  }))
  const hasList = items.length > 0 || uncommon !== undefined
  const missing = items.filter(({ isMet }) => !isMet).map(({ text }) => text)
  return (
    <PasswordField
      {...field}
      label={texts.label}
      autoComplete="new-password"
      texts={texts}
      aria-describedby={hasList ? listId : undefined}
      onInput={(event: FormEvent<HTMLInputElement>) => setTyped(event.currentTarget.value)}
      onBlur={(event) => {
        setSaid(typed === '' ? '' : missing.join(', '))
        void field.onBlur?.(event)
      }}
      hint={
        hasList && (
          <>
            <ul id={listId} className="ui-strength mt-1">
              {items.map(({ text, isMet }) => {
                const Icon = isMet ? CircleCheck : Circle
                return (
                  <li key={text} className={isMet ? 'met' : undefined}>
                    <Icon className="size-4 shrink-0" aria-hidden="true" />
                    {text}
                  </li>
                )
              })}
              {uncommon && (
                <li>
                  <Info className="size-4 shrink-0" aria-hidden="true" />
                  {uncommon}
                </li>
              )}
            </ul>
            <p role="status" className="sr-only">
              {said}
            </p>
          </>
        )
      }
    />
  )
}

function isMet(demand: Demand, { minLength }: PasswordRuleView, password: string): boolean {
  switch (demand) {
    case 'minLength':
      return [...password].length >= minLength
    case 'mixed':
      return /\p{Ll}/u.test(password) && /\p{Lu}/u.test(password) && /\p{N}/u.test(password)
    case 'symbol':
      return /[^\p{L}\p{N}]/u.test(password)
  }
}
