'use client'

import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { TextField } from './fields.tsx'
import { useTexts } from './use-texts.ts'

/** A password input with a button that shows what was typed. */
export function SecretField(props: ComponentProps<typeof TextField>) {
  const t = useTexts()
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      className="pe-11"
      adornment={
        <button
          type="button"
          className="btn btn-ghost btn-square btn-sm absolute end-1 top-1 z-10"
          aria-label={t(shown ? 'common.hide_password' : 'common.show_password')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon className="size-4" aria-hidden="true" />
        </button>
      }
    />
  )
}
