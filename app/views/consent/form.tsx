'use client'

import { type FormEvent, type ReactNode, useState } from 'react'
import { FormAlert } from '#app/_ui/form/form-alert.tsx'
import { SubmitButton } from '#app/_ui/form/submit-button.tsx'
import { useSubmitGuard } from '#app/_ui/form/use-submit-guard.ts'

interface ConsentFormProps {
  readonly ceremonyId: string
  readonly texts: Readonly<Record<'scopes' | 'nothingTicked' | 'allow' | 'cancel' | 'busy', string>>
  readonly hint: string
  /** The scopes with their checkboxes. */
  readonly children: ReactNode
}

/** The scopes and the two answers; posts to `/auth/consent` with or without scripts. */
export function ConsentForm({ ceremonyId, texts, hint, children }: ConsentFormProps) {
  const [nothingTicked, setNothingTicked] = useState(false)
  const { busy, claim } = useSubmitGuard()

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    const approves = submitter?.id !== 'consent-deny'
    const ticked = event.currentTarget.querySelector('input[type=checkbox]:checked') !== null
    setNothingTicked(approves && !ticked)
    if ((approves && !ticked) || !claim(submitter?.id)) event.preventDefault()
  }

  return (
    <form method="post" action="/auth/consent" onSubmit={onSubmit}>
      <input type="hidden" name="ceremonyId" value={ceremonyId} />
      <fieldset aria-describedby="consent-hint">
        <legend className="mb-1 font-semibold text-sm">{texts.scopes}</legend>
        <p id="consent-hint" className="mb-3 text-muted text-sm">
          {hint}
        </p>
        <ul className="divide-y divide-line overflow-hidden rounded-box border border-line">
          {children}
        </ul>
      </fieldset>
      <div className="mt-6 flex flex-col gap-5">
        <FormAlert message={nothingTicked ? texts.nothingTicked : undefined} />
        <div className="flex flex-col gap-3">
          <SubmitButton
            id="consent-approve"
            name="btnSubmit"
            value="submit"
            className="btn-primary btn-block"
            label={texts.allow}
            busyLabel={texts.busy}
            busy={busy === 'consent-approve'}
          />
          <SubmitButton
            id="consent-deny"
            name="btnCancel"
            value="cancel"
            className="btn-block"
            label={texts.cancel}
            busyLabel={texts.busy}
            busy={busy === 'consent-deny'}
          />
        </div>
      </div>
    </form>
  )
}
