import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageSettings } from '#lib/http/page.ts'

/** The address for help, within a sentence. */
export async function Support() {
  const t = await pageTexts()
  const { help } = (await pageSettings()).branding.links
  if (!help) return t('card.administrator')
  return (
    <a href={help} rel="noreferrer" className="ui-inline-link">
      {help.replace(/^mailto:/, '')}
    </a>
  )
}
