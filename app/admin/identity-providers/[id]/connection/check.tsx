'use client'

import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { FormOutcome } from '#app/_ui/form/form-outcome.tsx'
import { useSubmit } from '#app/_ui/form/use-submit.ts'
import type { Api } from '#app/_ui/shell/make-api.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'

type Check = Awaited<ReturnType<Api['testIdentityProvider']>>['checks'][number]

/** Checks everything at the provider that a sign-in needs, and lists the results. */
export function ConnectionCheck({ action }: { readonly action: string }) {
  const t = useTexts()
  const { state, props, run, busy } = useSubmit(action)
  const checks = state.kind === 'done' ? (state.shown as readonly Check[] | undefined) : undefined
  return (
    <form
      {...props}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) run(new FormData(event.currentTarget))
      }}
      className="grid gap-4"
    >
      {checks && (
        <ul id="checks" className="grid gap-2">
          {checks.map((check) => (
            <CheckLine key={check.check} {...check} />
          ))}
        </ul>
      )}
      <FormOutcome state={state} message={state.kind === 'refused' ? state : null} />
      <div>
        <button id="check-connection" type="submit" className="btn btn-sm" aria-disabled={busy}>
          {busy ? t('console.busy') : t('idp.check.title')}
        </button>
      </div>
    </form>
  )
}

const looks = {
  ok: [CircleCheck, 'text-success-text'],
  warning: [TriangleAlert, 'text-warning-text'],
  failed: [CircleX, 'text-[var(--danger-text)]'],
} as const

/** Words of the API that have a sentence. */
const explained = {
  other_issuer: 'idp.check.detail.other_issuer',
  not_advertised: 'idp.check.detail.not_advertised',
  not_said: 'idp.check.detail.not_said',
  differs: 'idp.check.detail.differs',
  invalid_client: 'idp.check.detail.invalid_client',
  unknown_answer: 'idp.check.detail.unknown_answer',
} as const

function CheckLine({ check, result, detail }: Check) {
  const t = useTexts()
  const [Icon, tone] = looks[result]
  const sentence = Object.hasOwn(explained, detail)
    ? t(explained[detail as keyof typeof explained])
    : null
  return (
    <li data-check={check} data-result={result} className="flex items-start gap-2">
      <Icon className={`mt-0.5 size-4 shrink-0 ${tone}`} aria-hidden="true" />
      <span className="min-w-0">
        <span className="font-medium">{t(`idp.check.of.${check}`)}</span>{' '}
        <span className={`text-sm ${tone}`}>{t(`idp.check.result.${result}`)}</span>
        {detail && (
          <span className="ui-hint block [overflow-wrap:anywhere]">
            {sentence ?? (
              <bdi dir="ltr" className="mono">
                {detail}
              </bdi>
            )}
          </span>
        )}
      </span>
    </li>
  )
}
