'use client'

import { ArrowBigUp, Eye, EyeOff } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useScripts } from '#app/_ui/form/use-scripts.ts'
import { Field, type FieldProps } from './field.tsx'

export interface PasswordFieldTexts {
  readonly show: string
  readonly hide: string
  readonly capsLock: string
}

interface PasswordFieldProps extends FieldProps {
  readonly texts: PasswordFieldTexts
}

/**
 * A password input. Where scripts run, a button reveals the password, and a hint says that Caps Lock is on. It has no
 * greatest length: a browser would cut a longer password without a word.
 */
export function PasswordField({ texts, hint, ...field }: PasswordFieldProps) {
  const hasScripts = useScripts()
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const Icon = shown ? EyeOff : Eye
  const look = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <Field
      {...field}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      // Fixed in every language: right-to-left text would reorder symbols when the password is shown.
      dir="ltr"
      className="rtl:text-end"
      onKeyDown={look}
      onKeyUp={look}
      adornment={
        hasScripts && (
          <button
            type="button"
            className="ui-copy -me-1 pointer-coarse:-me-3 pointer-coarse:size-11"
            aria-label={shown ? texts.hide : texts.show}
            onClick={() => setShown(!shown)}
          >
            <Icon aria-hidden="true" />
          </button>
        )
      }
      hint={
        <>
          <p role="status" className="ui-hint flex items-center gap-2 empty:hidden">
            {capsLock && (
              <>
                <ArrowBigUp className="size-4 shrink-0" aria-hidden="true" />
                {texts.capsLock}
              </>
            )}
          </p>
          {hint}
        </>
      }
    />
  )
}
