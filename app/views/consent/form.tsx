'use client'

import { type FormEvent, type ReactNode, useState } from 'react'
import { FormAlert } from '#app/_ui/card/form-alert.tsx'
import { StillHere } from '#app/_ui/card/still-here.tsx'
import { InteractionFields } from '#app/_ui/form/interaction-fields.tsx'
import { SubmitButton } from '#app/_ui/form/submit-button.tsx'
import { useSubmitGuard } from '#app/_ui/form/use-submit-guard.ts'

interface ConsentFormProps {
  readonly ceremonyId: string
  readonly requestCopy: string
  /** The button that declines is then the filled one. */
  readonly isCancelSuggested: boolean
  readonly texts: Readonly<Record<'nothingTicked' | 'allow' | 'cancel' | 'busy', string>>
  readonly stillHere?: ReactNode
  /** The scopes with their checkboxes. */
  readonly children: ReactNode
}

/**
 * The scopes and the two answers; posts to `/auth/consent` with or without scripts. The button that allows is the first
 * in the document, so that Enter allows, and the last in its row.
 */
export function ConsentForm(props: ConsentFormProps) {
  const { ceremonyId, requestCopy, isCancelSuggested, texts, stillHere, children } = props
  const [nothingTicked, setNothingTicked] = useState(false)
  const { busy, claim } = useSubmitGuard()

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    const approves = submitter?.id !== 'consent-deny'
    const isAny = hasTicked(event.currentTarget)
    setNothingTicked(approves && !isAny)
    if ((approves && !isAny) || !claim(submitter?.id)) event.preventDefault()
  }

  return (
    <form method="post" action="/auth/consent" onSubmit={onSubmit}>
      <InteractionFields ceremonyId={ceremonyId} requestCopy={requestCopy} />
      {children}
      {nothingTicked && (
        <div className="mt-4">
          <FormAlert message={texts.nothingTicked} />
        </div>
      )}
      <div className="ui-decide">
        <SubmitButton
          id="consent-approve"
          name="btnSubmit"
          value="submit"
          className={isCancelSuggested ? '' : 'btn-primary'}
          label={texts.allow}
          busyLabel={texts.busy}
          busy={busy === 'consent-approve'}
        />
        <SubmitButton
          id="consent-deny"
          name="btnCancel"
          value="cancel"
          className={isCancelSuggested ? 'btn-primary' : ''}
          label={texts.cancel}
          busyLabel={texts.busy}
          busy={busy === 'consent-deny'}
          formNoValidate
        />
      </div>
      {stillHere && <StillHere busy={busy !== undefined}>{stillHere}</StillHere>}
    </form>
  )
}

/** The user, who has no checkbox, is part of the choice too. */
function hasTicked(form: HTMLFormElement): boolean {
  return form.querySelector('input[name^=consent]:is([type=hidden], :checked)') !== null
}
