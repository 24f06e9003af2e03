'use client'

import Link from 'next/link'
import type { FormEvent } from 'react'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { FormOutcome } from '#app/_ui/form/form-outcome.tsx'
import { SubmitButton } from '#app/_ui/form/submit-button.tsx'
import { useSubmit } from '#app/_ui/form/use-submit.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import type { BulkFailure } from '../_parts/user-bulk.ts'

interface BulkUsersFormProps {
  /** What the button does. */
  readonly label: string
  readonly isDangerous: boolean
  /** The list that it belongs to. */
  readonly list: string
  /** The number of users that the visitor agrees to. */
  readonly total: number
  /** The groups to choose from, where one is added to. */
  readonly groups: readonly { readonly id: number; readonly name: string }[]
  readonly texts: { readonly group: string; readonly back: string; readonly cancel: string }
}

/** Does it to every user and says what became of each. */
export function BulkUsersForm(props: BulkUsersFormProps) {
  const { label, isDangerous, list, total, groups, texts } = props
  const t = useTexts()
  const { state, props: target, run, busy } = useSubmit('/admin/users/bulk/submit')
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!busy) run(new FormData(event.currentTarget))
  }
  if (state.kind === 'done') {
    return (
      <Result
        message={state.message}
        failures={(state.shown ?? []) as readonly BulkFailure[]}
        back={{ href: list, label: texts.back }}
      />
    )
  }
  return (
    <form {...target} onSubmit={onSubmit} className="grid gap-4">
      <input type="hidden" name="total" value={total} />
      {groups.length > 0 && (
        <label className="grid max-w-sm gap-1 font-medium text-sm">
          {texts.group}
          <select id="group" name="group" className="select">
            {groups.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <FormOutcome state={state} message={state.kind === 'refused' ? state : null} />
      <div className="ui-actions">
        <SubmitButton
          id="do"
          label={label}
          busyLabel={t('console.busy')}
          busy={busy}
          size="md"
          className={isDangerous ? 'btn-error' : 'btn-primary'}
        />
        <Link href={list} prefetch={false} className="btn">
          {texts.cancel}
        </Link>
      </div>
    </form>
  )
}

interface ResultProps {
  readonly message: string
  readonly failures: readonly BulkFailure[]
  readonly back: { readonly href: string; readonly label: string }
}

function Result({ message, failures, back }: ResultProps) {
  return (
    <div className="grid gap-4">
      <Notice id="result" kind={failures.length > 0 ? 'warning' : 'success'}>
        <p>{message}</p>
        {failures.length > 0 && (
          <ul className="mt-2 list-disc ps-5">
            {failures.map(({ id, name, reason }) => (
              <li key={id}>
                <Link href={`/admin/users/${id}/details`} prefetch={false} className="underline">
                  <bdi>{name}</bdi>
                </Link>
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
      </div>
    </div>
  )
}
