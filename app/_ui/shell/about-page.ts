import { pageTexts } from '#app/_ui/text/texts.ts'
import { visitor } from '#lib/http/page.ts'
import { helpOf } from './help-pages.ts'

/** Help about a page, in the visitor's language. */
export interface AboutPage {
  readonly text: string
  /** Address of the chapter in the documentation. */
  readonly chapter: string
}

/** The help about the requested page. */
export async function aboutPage(): Promise<AboutPage> {
  const t = await pageTexts()
  const { name, chapter } = helpOf((await visitor())?.page ?? '')
  return { text: t(`help.${name}`), chapter }
}
