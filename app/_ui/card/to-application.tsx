import { pageTexts } from '#app/_ui/text/texts.ts'
import type { ApplicationLink } from '#lib/answers/view.ts'
import { WayOn } from './way-on.tsx'

/** The link back to the website of the visitor's application. */
export async function ToApplication({ application }: { readonly application: ApplicationLink }) {
  const { name, websiteUrl } = application
  const t = await pageTexts()
  return (
    <WayOn id="to-application" href={websiteUrl} isPrimary isElsewhere>
      {t('pages.error.to_application', { name })}
    </WayOn>
  )
}
