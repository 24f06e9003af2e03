import { Compass } from 'lucide-react'
import { HomeLink } from './_components/home-link.tsx'
import { StatusCard } from './_components/status-card.tsx'
import { pageTexts } from './_components/texts.ts'

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
