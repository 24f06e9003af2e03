import { CirclePlay } from 'lucide-react'
import Link from 'next/link'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { activityAddress, type Filter } from './filter.ts'
import { isLive } from './live.ts'

/** Turns Live on or off: a link, so that the address holds it and it works without scripts. */
export async function LiveSwitch({ filter }: { readonly filter: Filter }) {
  const t = await pageTexts()
  const isOn = isLive(filter)
  return (
    <Link
      id="live"
      href={activityAddress({ ...filter, live: isOn ? '' : '1' })}
      prefetch={false}
      scroll={false}
      replace
      aria-label={isOn ? t('live.turn_off') : t('live.turn_on')}
      className={`btn btn-sm print:hidden ${isOn ? 'btn-active' : ''}`}
    >
      {isOn ? (
        <span className="ui-dot ui-dot-success" aria-hidden="true" />
      ) : (
        <CirclePlay aria-hidden="true" />
      )}
      {t('live.name')}
    </Link>
  )
}
