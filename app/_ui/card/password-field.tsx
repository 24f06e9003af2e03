'use client'

import { ArrowBigUp } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useReveal } from '#app/_ui/form/use-reveal.tsx'
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
 * A password input of a card page. With scripts, a hint says that Caps Lock is on. The input has no maximum length,
 * because a browser would cut a longer password without a message.
 */
export function PasswordField({ texts, hint, ...field }: PasswordFieldProps) {
  const { input, button } = useReveal(texts)
  const [capsLock, setCapsLock] = useState(false)
  const look = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <Field
      {...field}
      {...input}
      onKeyDown={look}
      onKeyUp={look}
      adornment={button}
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
