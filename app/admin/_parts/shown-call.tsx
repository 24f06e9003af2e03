'use client'

import type { ShownCallProps } from '#app/_ui/form/call-preview.tsx'
import { Dialog } from '#app/_ui/form/dialog.tsx'
import { useDialogAtOnce } from '#app/_ui/form/use-dialog-at-once.ts'
import { useScripts } from '#app/_ui/form/use-scripts.ts'
import { CodeBlock } from '#app/_ui/text/code-block.tsx'
import { startingAt } from '#app/_ui/text/starting-at.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'

/** The request of the API that a form would send: a dialog; without scripts, a part of the page. */
export function ShownCall(props: ShownCallProps) {
  const t = useTexts()
  if (useScripts()) return <CallDialog key={props.id} {...props} />
  return (
    <section
      {...startingAt(true)}
      tabIndex={-1}
      className="ui-panel grid grid-cols-1 gap-3 p-4"
      aria-label={t('calls.title')}
    >
      <Call {...props} />
    </section>
  )
}

function CallDialog(props: ShownCallProps) {
  const t = useTexts()
  const ref = useDialogAtOnce()
  return (
    <Dialog dialog={{ ref, id: 'api-call' }} title={t('calls.title')} isWide>
      <div className="mt-3 grid grid-cols-1 gap-3">
        <Call {...props} />
      </div>
      <div className="ui-dialog-foot mt-4">
        <button type="button" className="btn" onClick={() => ref.current?.close()}>
          {t('calls.close')}
        </button>
      </div>
    </Dialog>
  )
}

function Call({ call }: ShownCallProps) {
  const t = useTexts()
  return (
    <>
      <p className="text-pretty">{t('calls.text')}</p>
      <CodeBlock name="curl" code={call.command} copyLabel={t('calls.copy')} />
      <div className="grid gap-1 text-muted text-sm text-pretty">
        <p>
          {t(call.scopes.length > 1 ? 'calls.token' : 'calls.token_only')}{' '}
          <Scopes scopes={call.scopes} />
        </p>
        {call.isLimited && (
          <p>
            {t('calls.administrators')} <Scopes scopes={['authserver:manage']} />
          </p>
        )}
        {call.leavesOutSecrets && <p>{t('calls.secrets')}</p>}
        {call.hasMore && <p>{t('calls.further')}</p>}
        <p>
          <a href="/docs/api" target="_blank" rel="noopener" className="link">
            {t('calls.reference')}
            <span className="sr-only"> ({t('common.opens_in_new_tab')})</span>
          </a>
        </p>
      </div>
    </>
  )
}

function Scopes({ scopes }: { readonly scopes: readonly string[] }) {
  return (
    <ul className="inline">
      {scopes.map((scope) => (
        <li key={scope} className="me-2 inline">
          <code dir="ltr" className="whitespace-nowrap">
            {scope}
          </code>
        </li>
      ))}
    </ul>
  )
}
