'use client'

import type { FormEvent, ReactNode } from 'react'
import { InteractionFields } from '#app/_ui/form/interaction-fields.tsx'
import { useSubmitGuard } from '#app/_ui/form/use-submit-guard.ts'

interface ChooseFormProps {
  readonly ceremonyId: string
  readonly requestCopy: string
  readonly busy: string
  readonly other: string
  /** Names the account to continue with. */
  readonly children: ReactNode
}

/** Two ways on; posts to `/auth/account` with or without scripts. */
export function ChooseForm({ ceremonyId, requestCopy, busy, other, children }: ChooseFormProps) {
  const { busy: sending, claim } = useSubmitGuard()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    if (!claim(submitter?.id)) event.preventDefault()
  }
  return (
    <form method="post" action="/auth/account" onSubmit={onSubmit} className="grid gap-2.5">
      <InteractionFields ceremonyId={ceremonyId} requestCopy={requestCopy} />
      <button
        id="account-continue"
        type="submit"
        aria-disabled={sending !== undefined || undefined}
        className="btn btn-lg btn-block btn-primary h-auto min-h-12 py-2 [overflow-wrap:anywhere]"
      >
        <span>{sending === 'account-continue' ? busy : children}</span>
      </button>
      <button
        id="account-other"
        type="submit"
        name="btnRestart"
        value="restart"
        aria-disabled={sending !== undefined || undefined}
        className="btn btn-lg btn-block"
      >
        {sending === 'account-other' ? busy : other}
      </button>
    </form>
  )
}
