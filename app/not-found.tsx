import { Compass } from 'lucide-react'
import { HomeLink } from '#app/_ui/shell/home-link.tsx'
import { StatusCard } from '#app/_ui/shell/status-card.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'

/** Shown for every address without a page. */
export default async function NotFound() {
  const t = await pageTexts()
  return (
    <StatusCard
      id="page-not-found"
      heading={t('pages.not-found.title')}
      icon={Compass}
      tone="neutral"
      message={t('pages.not-found.message')}
    >
      <HomeLink />
    </StatusCard>
  )
}
