'use client'

import { Eye, EyeOff } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { SessionEnded } from '#app/_ui/feedback/session-ended.tsx'
import { FormProblem } from '#app/_ui/form/form-problem.tsx'
import { useSubmit } from '#app/_ui/form/use-submit.ts'
import { CopyButton } from '#app/_ui/text/copy-button.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'

interface SecretBoxProps {
  /** Path of the route file that reads the secret. */
  readonly reveal: string
  /** Stands around the box and receives the secret while it is shown; null while it is hidden. Default: nothing. */
  readonly frame?: (box: ReactNode, secret: string | null) => ReactNode
}

/**
 * A client's secret, masked until the visitor reveals it. Only then does the server send it; works without scripts too.
 */
export function SecretBox({ reveal, frame = (box) => box }: SecretBoxProps) {
  const t = useTexts()
  const { state, props, run, busy } = useSubmit(reveal)
  const [isMasked, setIsMasked] = useState(false)
  const isKnown = state.kind === 'done'
  const secret = isKnown && !isMasked ? String(state.shown) : null
  const Icon = secret === null ? Eye : EyeOff
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!busy) run(new FormData(event.currentTarget))
  }
  return frame(
    <form {...props} onSubmit={onSubmit} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <div className="flex min-h-10 min-w-0 flex-1 basis-72 items-center gap-2 rounded-box border border-line bg-canvas ps-3 pe-1">
          <output
            id="client-secret"
            dir="ltr"
            aria-label={t('clients.secret.title')}
            className="min-w-0 flex-1 break-all py-2 font-mono text-sm"
          >
            {secret ?? (
              <>
                <span aria-hidden="true">{'•'.repeat(24)}</span>
                <span className="sr-only">{t('clients.secret.hidden')}</span>
              </>
            )}
          </output>
          {secret && <CopyButton value={secret} label={t('clients.secret.copy')} />}
        </div>
        <button
          id="reveal-secret"
          // A secret that is already here needs no second request.
          type={isKnown ? 'button' : 'submit'}
          className="btn"
          aria-disabled={busy || undefined}
          onClick={isKnown ? () => setIsMasked(!isMasked) : undefined}
        >
          <Icon aria-hidden="true" />
          {t(secret === null ? 'clients.secret.reveal' : 'clients.secret.hide')}
        </button>
      </div>
      {state.kind === 'refused' && <FormProblem text={state.message} />}
      {state.kind === 'session-ended' && <SessionEnded />}
    </form>,
    secret,
  )
}
