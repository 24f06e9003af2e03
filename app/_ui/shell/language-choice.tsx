import { Languages } from 'lucide-react'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageLanguage } from '#lib/http/page.ts'
import { LanguageButtons, nameOf } from './language-buttons.tsx'

/** The language in the visitor's menu, which folds open to the others. */
export async function LanguageChoice() {
  const t = await pageTexts()
  return (
    <details>
      <summary>
        <Languages aria-hidden="true" />
        <span className="grow">{t('shell.language')}</span>
        <span className="text-muted first-letter:uppercase">{nameOf(await pageLanguage())}</span>
      </summary>
      <LanguageButtons />
    </details>
  )
}
