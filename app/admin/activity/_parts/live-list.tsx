import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { activityAddress, type Filter, newestAddress } from './filter.ts'
import { isLive, maxUnusedMinutes, nextLive, reloadSeconds, stopped } from './live.ts'
import { LiveUpdates } from './live-updates.tsx'

interface LiveListProps {
  readonly filter: Filter
  /** The entries shown, the newest first. */
  readonly ids: readonly number[]
  /** The entry beside the list, which is not replaced while someone reads it. */
  readonly openId?: number | undefined
}

/** Keeps the list up to date while Live is on. Without scripts, the browser loads the page again. */
export async function LiveList({ filter, ids, openId }: LiveListProps) {
  const t = await pageTexts()
  if (filter.live === stopped) {
    return (
      <p id="live-stopped" className="mb-3 text-muted text-sm">
        {t('live.stopped', { minutes: maxUnusedMinutes })}
      </p>
    )
  }
  if (!isLive(filter)) return null
  const entry: Record<string, string> = openId === undefined ? {} : { entry: String(openId) }
  const next = activityAddress({ ...filter, live: nextLive(filter.live) })
  const readAddress = newestAddress({ ...filter, live: '' })
  return (
    <ClientTexts areas={['live']}>
      <LiveUpdates
        key={readAddress}
        ids={ids}
        isPaused={openId !== undefined}
        readAddress={readAddress}
        address={activityAddress(filter, entry)}
        stopAddress={activityAddress({ ...filter, live: stopped }, entry)}
      />
      {openId === undefined && (
        <noscript>
          <meta httpEquiv="refresh" content={`${reloadSeconds};url=${next}`} />
          <p className="mb-3 text-muted text-sm">{t('live.reloads', { seconds: reloadSeconds })}</p>
        </noscript>
      )}
    </ClientTexts>
  )
}
