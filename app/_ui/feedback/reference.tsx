import { WithScripts } from '#app/_ui/form/with-scripts.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { CopyButton } from '#app/_ui/text/copy-button.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'

interface ReferenceProps {
  /** The request's id, as in the logs. */
  readonly id: string
  /** How the visitor can use the reference. */
  readonly hint: string
}

/** The reference of a failed request, to be copied and passed on. */
export async function Reference({ id, hint }: ReferenceProps) {
  const t = await pageTexts()
  return (
    <div className="mb-2">
      <p id="reference-hint" className="text-muted">
        {hint}
      </p>
      <div
        dir="ltr"
        className="mt-4 flex min-h-11 items-center gap-2 rounded-box border border-line bg-canvas ps-4 pe-2 font-mono text-[0.8125rem]"
      >
        <code id="request-id" className="min-w-0 grow select-all [overflow-wrap:anywhere]">
          {id}
        </code>
        <WithScripts>
          <ClientTexts>
            <CopyButton value={id} label={t('pages.error.copy_reference')} />
          </ClientTexts>
        </WithScripts>
      </div>
    </div>
  )
}
