import { pageTexts } from '#app/_ui/text/texts.ts'
import { WayOn } from './way-on.tsx'

/** The exit from a page without other links. */
export async function HomeLink({ isPrimary }: { readonly isPrimary?: boolean }) {
  const t = await pageTexts()
  return (
    <WayOn id="home-link" href="/account" isPrimary={isPrimary}>
      {t('common.home')}
    </WayOn>
  )
}
