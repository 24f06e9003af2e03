'use client'

import type { FormEvent, ReactNode } from 'react'
import { SubmitButton } from '#app/_ui/form/submit-button.tsx'
import { useSubmitGuard } from '#app/_ui/form/use-submit-guard.ts'

interface LogoutFormProps {
  /** A more prominent action is shown above this form. */
  readonly isPlain: boolean
  readonly texts: Readonly<Record<'confirm' | 'busy', string>>
  /** Hidden inputs. */
  readonly children: ReactNode
}

/** Confirms the sign-out; posts to `/auth/logout` with or without scripts. */
export function LogoutForm({ isPlain, texts, children }: LogoutFormProps) {
  const { busy, claim } = useSubmitGuard()
  const onSubmit = (event: FormEvent) => {
    if (!claim()) event.preventDefault()
  }
  return (
    <form method="post" action="/auth/logout" onSubmit={onSubmit}>
      {children}
      <SubmitButton
        id="logout-confirm"
        className={isPlain ? 'btn-block' : 'btn-primary btn-block'}
        label={texts.confirm}
        busyLabel={texts.busy}
        busy={busy !== undefined}
      />
    </form>
  )
}
