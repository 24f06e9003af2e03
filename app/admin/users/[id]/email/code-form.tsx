'use client'

import type { FormEvent } from 'react'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { newForm } from '#app/_ui/form/form-state.ts'
import { useSubmit } from '#app/_ui/form/use-submit.ts'
import { CopyButton } from '#app/_ui/text/copy-button.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
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
          <div className="mb-5 rounded-box border border-line bg-canvas px-4 py-3">
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
