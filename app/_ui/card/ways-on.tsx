import { InteractionFields } from '#app/_ui/form/interaction-fields.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { Way } from '#lib/answers/view.ts'
import { WayOn } from './way-on.tsx'

/** The ways on from a page that reports a problem, the best one first. */
export async function WaysOn({ ways }: { readonly ways: readonly Way[] }) {
  const t = await pageTexts()
  return ways.map((way, index) => {
    const isPrimary = index === 0
    if (way.to === 'application') {
      const { name, websiteUrl } = way.application
      return (
        <WayOn key={way.to} id="to-application" href={websiteUrl} isPrimary={isPrimary} isElsewhere>
          {t('pages.error.to_application', { name })}
        </WayOn>
      )
    }
    const id = `way-${way.to.replaceAll('_', '-')}`
    const label =
      way.to === 'start_over' ? t('common.start_again') : t(`pages.error.ways.${way.to}`)
    if ('address' in way) {
      return (
        <WayOn key={way.to} id={id} href={way.address} isPrimary={isPrimary}>
          {label}
        </WayOn>
      )
    }
    return (
      <form key={way.to} method="post" action="/auth/restart">
        <InteractionFields ceremonyId={way.ceremonyId} requestCopy={way.requestCopy} />
        <button
          id={id}
          type="submit"
          className={`btn btn-lg btn-block ${isPrimary ? 'btn-primary' : ''}`}
        >
          {label}
        </button>
      </form>
    )
  })
}
