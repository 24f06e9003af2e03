import { ChevronsUpDown, Languages } from 'lucide-react'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageLanguage } from '#lib/http/page.ts'
import { KeepTypedEmail } from './keep-typed-email.tsx'
import { LanguageButtons, nameOf } from './language-buttons.tsx'

const menuId = 'language-menu'

/** A button that names the page's language and opens the list of the others. For pages without a menu of their own. */
export async function LanguageSwitch() {
  const t = await pageTexts()
  return (
    <div className="ui-language">
      <button
        id="language"
        type="button"
        popoverTarget={menuId}
        className="inline-flex min-h-6 pointer-coarse:min-h-11 cursor-pointer items-center gap-1.5 rounded-field hover:text-ink"
      >
        <Languages aria-hidden="true" />
        <span className="sr-only">{t('shell.language')}: </span>
        <span className="first-letter:uppercase">{nameOf(await pageLanguage())}</span>
        <ChevronsUpDown className="size-3.5" aria-hidden="true" />
      </button>
      <div id={menuId} popover="auto" className="ui-menu ui-language-menu">
        <LanguageButtons>
          <KeepTypedEmail />
        </LanguageButtons>
      </div>
    </div>
  )
}
