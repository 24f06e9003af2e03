import { pageTexts } from './texts.ts'

/** The way out of a page that leads nowhere else. */
export async function HomeLink() {
  const t = await pageTexts()
  return (
    <p className="text-center">
      <a href="/" className="lone-link text-link text-sm">
        {t('common.home')}
      </a>
    </p>
  )
}
