import type { Api } from '#app/_ui/shell/api.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Timestamp } from '#app/_ui/text/timestamp.tsx'

interface LastUsesProps {
  readonly uses: Awaited<ReturnType<Api['getClientConnection']>>['connection']['redirectUriUses']
}

/** When people were last sent back to each address: an unused one can be removed. */
export async function LastUses({ uses }: LastUsesProps) {
  if (uses.length === 0) return null
  const t = await pageTexts()
  return (
    <dl id="last-uses" className="mt-6 grid max-w-3xl gap-2 text-sm">
      {uses.map(({ uri, lastUsedAt }) => (
        <div key={uri} className="flex flex-wrap justify-between gap-x-4">
          <dt dir="ltr" className="mono min-w-0 text-start [overflow-wrap:anywhere]">
            {uri}
          </dt>
          <dd className="text-muted">
            {lastUsedAt ? (
              <>
                {t('clients.redirect_uris.last_used')} <Timestamp value={lastUsedAt} />
              </>
            ) : (
              t('clients.redirect_uris.never_used')
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
