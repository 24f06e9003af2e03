import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { pageLanguage } from '#lib/http/page.ts'
import { type Language, languages } from '#lib/i18n/languages.ts'

interface LanguageButtonsProps {
  /** Fields that come along. */
  readonly children?: ReactNode
}

/** A button for each language, in its own name. Works on every page. */
export async function LanguageButtons({ children }: LanguageButtonsProps) {
  const language = await pageLanguage()
  return (
    <form method="post" action="/language">
      {children}
      {languages.map((name) => (
        <button
          key={name}
          type="submit"
          name="language"
          value={name}
          lang={name}
          aria-current={name === language ? 'true' : undefined}
        >
          <span className="min-w-0 grow first-letter:uppercase">{nameOf(name)}</span>
          {name === language && <Check aria-hidden="true" />}
        </button>
      ))}
    </form>
  )
}

/** The language in its own words. */
export function nameOf(language: Language): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
}
