'use client'

import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Field } from './field.tsx'
import { useScripts } from './use-scripts.ts'

interface PasswordFieldProps extends ComponentProps<typeof Field> {
  readonly texts: { readonly show: string; readonly hide: string }
}

/** A password input. Where scripts run, a button reveals the password. */
export function PasswordField({ texts, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  const label = shown ? texts.hide : texts.show
  return (
    <Field
      {...field}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      // Fixed in every language: right-to-left text would reorder symbols when the password is shown.
      dir="ltr"
      className="pe-12"
      adornment={
        useScripts() && (
          <button
            type="button"
            className="btn btn-ghost btn-square absolute top-1 right-1 z-10 size-9 min-h-0 pointer-coarse:top-0 pointer-coarse:right-0"
            aria-label={label}
            onClick={() => setShown(!shown)}
          >
            <Icon className="size-4.5" aria-hidden="true" />
          </button>
        )
      }
    />
  )
}
