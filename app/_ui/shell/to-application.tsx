import { pageTexts } from '#app/_ui/text/texts.ts'
import type { ApplicationLink } from '#lib/answers/view.ts'

/** The link back to the website of the visitor's application. */
export async function ToApplication({ application }: { readonly application: ApplicationLink }) {
  const { name, websiteUrl } = application
  const t = await pageTexts()
  return (
    <a
      id="to-application"
      href={websiteUrl}
      rel="noreferrer"
      className="btn btn-primary btn-block mb-6 h-auto min-h-11 py-2 text-base [overflow-wrap:anywhere]"
    >
      {t('pages.error.to_application', { name })}
    </a>
  )
}
