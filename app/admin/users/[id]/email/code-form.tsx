'use client'

import type { FormEvent } from 'react'
import { CopyButton } from '../../../../_console/copy-button.tsx'
import { FormFooter } from '../../../../_console/form-footer.tsx'
import { newForm } from '../../../../_console/form-state.ts'
import { useSubmit } from '../../../../_console/use-submit.ts'
import { useTexts } from '../../../../_console/use-texts.ts'
import type { ShownCode } from './shown-code.ts'

interface CodeFormProps {
  readonly action: string
}

/** Generates a verification code and shows it once. */
export function CodeForm({ action }: CodeFormProps) {
  const t = useTexts()
  const { state, props, run, busy } = useSubmit(action)
  const made = state.kind === 'done' ? (state.shown as ShownCode) : null
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!busy) run(new FormData(event.currentTarget))
  }
  return (
    <form {...props} onSubmit={onSubmit}>
      <div role="status">
        {made && (
          <div className="mb-5 rounded-field border border-line bg-base-200 px-4 py-3">
            <p className="flex items-center gap-2">
              <output
                id="code"
                dir="ltr"
                className="font-mono font-semibold text-xl tracking-widest"
              >
                {made.code}
              </output>
              <CopyButton value={made.code} label={t('users.code.copy')} />
            </p>
            <p className="mt-1 text-pretty text-muted text-sm [overflow-wrap:anywhere]">
              {made.note}
            </p>
          </div>
        )}
      </div>
      <FormFooter
        id="make-code"
        state={made ? newForm : state}
        message={state.kind === 'refused' ? state : null}
        busy={busy}
        label={t(made ? 'users.code.again' : 'users.code.submit')}
      />
    </form>
  )
}
