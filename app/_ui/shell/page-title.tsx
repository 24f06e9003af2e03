import { pageSettings } from '#lib/http/page.ts'
import { titleOf } from './title-of.ts'

/**
 * The document's title. React moves it into the head of the first HTML; Next's own metadata may arrive later for pages
 * rendered on request.
 */
export async function PageTitle({ title }: { readonly title: string }) {
  const { appName } = await pageSettings()
  return <title>{titleOf(title, appName)}</title>
}
