'use client'

import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { TextField } from './fields.tsx'
import { useScripts } from './use-scripts.ts'

/** A password input. Where scripts run, a button reveals the password. */
export function SecretField(props: ComponentProps<typeof TextField>) {
  const t = useTexts()
  const hasScripts = useScripts()
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
        hasScripts && (
          <button
            type="button"
            className="btn btn-ghost btn-square btn-sm absolute top-0.5 right-0.5 z-10 pointer-coarse:top-0 pointer-coarse:right-0"
            aria-label={t(shown ? 'common.hide_password' : 'common.show_password')}
            onClick={() => setShown(!shown)}
          >
            <Icon aria-hidden="true" />
          </button>
        )
      }
    />
  )
}
