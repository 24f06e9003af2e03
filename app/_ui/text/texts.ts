import { getTranslations } from 'next-intl/server'
import { pageLanguage } from '#lib/http/page.ts'

/** The catalog texts in the page's language. */
export async function pageTexts() {
  return getTranslations({ locale: await pageLanguage() })
}

/** What `pageTexts` gives. */
export type Texts = Awaited<ReturnType<typeof pageTexts>>
