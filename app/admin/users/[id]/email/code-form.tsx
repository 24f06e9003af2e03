'use client'

import { useActionState } from 'react'
import { CopyButton } from '../../../../_console/copy-button.tsx'
import { FormFooter } from '../../../../_console/form-footer.tsx'
import { newForm } from '../../../../_console/form-state.ts'
import { useRefusal } from '../../../../_console/refusals.ts'
import { useTexts } from '../../../../_console/use-texts.ts'
import type { CodeState } from './code-state.ts'

interface CodeFormProps {
  readonly action: (earlier: CodeState, form: FormData) => Promise<CodeState>
}

/** Generates a verification code and shows it once. */
export function CodeForm({ action }: CodeFormProps) {
  const t = useTexts()
  const [state, send, busy] = useActionState<CodeState, FormData>(action, newForm)
  useRefusal(state.kind === 'refused' || state.kind === 'session-ended')
  const isMade = state.kind === 'code'
  return (
    <form action={send}>
      <div role="status">
        {isMade && (
          <div className="mb-5 rounded-field border border-line bg-base-200 px-4 py-3">
            <p className="flex items-center gap-2">
              <output
                id="code"
                dir="ltr"
                className="font-mono font-semibold text-xl tracking-widest"
              >
                {state.code}
              </output>
              <CopyButton value={state.code} label={t('users.code.copy')} />
            </p>
            <p className="mt-1 text-pretty text-muted text-sm [overflow-wrap:anywhere]">
              {state.note}
            </p>
          </div>
        )}
      </div>
      <FormFooter
        id="make-code"
        state={isMade ? newForm : state}
        message={state.kind === 'refused' ? state : null}
        busy={busy}
        label={t(isMade ? 'users.code.again' : 'users.code.submit')}
      />
    </form>
  )
}
