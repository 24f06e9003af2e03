'use client'

import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useScripts } from './use-scripts.ts'

interface RevealTexts {
  readonly show: string
  readonly hide: string
}

/** The input of a password, and the button that reveals it where scripts run. */
export function useReveal({ show, hide }: RevealTexts) {
  const hasScripts = useScripts()
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  const input = {
    type: shown ? 'text' : 'password',
    autoCapitalize: 'none',
    autoCorrect: 'off',
    spellCheck: false,
    // Fixed in every language: right-to-left text would reorder symbols when the password is shown.
    dir: 'ltr',
  } as const
  const button = hasScripts && (
    <button
      type="button"
      className="ui-copy -me-1 pointer-coarse:-me-3 pointer-coarse:size-11"
      aria-label={shown ? hide : show}
      onClick={() => setShown(!shown)}
    >
      <Icon aria-hidden="true" />
    </button>
  )
  return { input, button }
}
