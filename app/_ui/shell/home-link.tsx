import { pageTexts } from '#app/_ui/text/texts.ts'

/** The exit from a page without other links. */
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
