'use client'

import Link from 'next/link'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { FormOutcome } from '#app/_ui/form/form-outcome.tsx'
import type { FormState } from '#app/_ui/form/form-state.ts'
import { RetypeInput } from '#app/_ui/form/retype-input.tsx'
import { SubmitButton } from '#app/_ui/form/submit-button.tsx'
import { useSubmit } from '#app/_ui/form/use-submit.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import type { BulkDone, BulkFailure } from './bulk-route.ts'

interface BulkConfirmProps {
  /** Path of the route file. */
  readonly action: string
  /** What the button does. */
  readonly label: string
  readonly grade: 'plain' | 'danger' | 'final'
  /** The list that it belongs to. */
  readonly back: { readonly href: string; readonly label: string }
  /** The number of records that the visitor agrees to. */
  readonly total: number
  /** The header and the consequences; the result takes their place. */
  readonly question: ReactNode
  readonly resultHeader: ReactNode
  /** Further fields. */
  readonly children?: ReactNode
}

/** Does the act to every record and reports the results. */
export function BulkConfirm(props: BulkConfirmProps) {
  const { action, label, grade, back, total, question, resultHeader, children } = props
  const t = useTexts()
  const { state, props: target, run, busy } = useSubmit(action)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!busy) run(new FormData(event.currentTarget))
  }
  const done = useLastDone(state)
  if (done) {
    const { failures, undo } = done.shown as BulkDone
    return (
      <Result header={resultHeader} message={done.message} failures={failures} back={back}>
        <FormOutcome state={state} message={state.kind === 'refused' ? state : null} />
        {undo && (
          <form {...target} onSubmit={onSubmit}>
            {undo.map(([name, value]) => (
              <input key={value} type="hidden" name={name} value={value} />
            ))}
            <SubmitButton
              id="undo"
              label={t('console.undo')}
              busyLabel={t('console.busy')}
              busy={busy}
              size="md"
              className="btn-outline"
            />
          </form>
        )}
      </Result>
    )
  }
  return (
    <>
      {question}
      <form {...target} onSubmit={onSubmit} className="grid max-w-xl gap-4">
        <input type="hidden" name="total" value={total} />
        {children}
        {grade === 'final' && <RetypeInput name="number" identifier={String(total)} isNumber />}
        <FormOutcome state={state} message={state.kind === 'refused' ? state : null} />
        <div className="ui-actions">
          <SubmitButton
            id="do"
            label={label}
            busyLabel={t('console.busy')}
            busy={busy}
            size="md"
            className={grade === 'plain' ? 'btn-primary' : 'btn-error'}
          />
          <Link href={back.href} prefetch={false} className="btn">
            {t('console.cancel')}
          </Link>
        </div>
      </form>
    </>
  )
}

/** An undo that is not done leaves the result of the act, which the visitor might otherwise repeat. */
function useLastDone(state: FormState) {
  const [last, setLast] = useState(state.kind === 'done' ? state : null)
  if (state.kind === 'done' && state !== last) setLast(state)
  return state.kind === 'done' ? state : last
}

interface ResultProps extends Pick<BulkConfirmProps, 'back'> {
  readonly header: ReactNode
  readonly message: string
  readonly failures: readonly BulkFailure[]
  /** The form that takes it back. */
  readonly children: ReactNode
}

function Result({ header, message, failures, back, children }: ResultProps) {
  return (
    <>
      {header}
      <div className="grid gap-4">
        <Notice id="result" kind={failures.length > 0 ? 'warning' : 'success'} startsHere>
          <p>{message}</p>
          {failures.length > 0 && (
            <ul className="mt-2 list-disc ps-5">
              {failures.map(({ id, name, href, reason }) => (
                <li key={id} className="[overflow-wrap:anywhere]">
                  {href ? (
                    <Link href={href} prefetch={false} className="underline">
                      <bdi>{name}</bdi>
                    </Link>
                  ) : (
                    name
                  )}
                  : {reason}
                </li>
              ))}
            </ul>
          )}
        </Notice>
        <div className="ui-actions">
          <Link href={back.href} prefetch={false} className="btn">
            {back.label}
          </Link>
          {children}
        </div>
      </div>
    </>
  )
}
