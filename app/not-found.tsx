import { HomeLink } from '#app/_ui/card/home-link.tsx'
import { StatusCard } from '#app/_ui/card/status-card.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'

/** Shown for every address without a page. */
export default async function NotFound() {
  const t = await pageTexts()
  return (
    <StatusCard
      id="page-not-found"
      heading={t('pages.not-found.title')}
      message={t('pages.not-found.message')}
    >
      <HomeLink />
    </StatusCard>
  )
}
