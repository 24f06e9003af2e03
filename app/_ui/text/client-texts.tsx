import type { ReactNode } from 'react'
import { pageLanguage } from '#lib/http/page.ts'
import { type Messages, messagesOf } from '#lib/i18n/messages.ts'
import { TextsProvider } from './texts-provider.tsx'

interface ClientTextsProps {
  /** The catalog areas that the components below use beside the console's own. Default: the console's own. */
  readonly areas?: readonly (keyof Messages)[]
  readonly children: ReactNode
}

/** Passes texts to client components: only those they use, and none that the shell has already passed. */
export async function ClientTexts({ areas, children }: ClientTextsProps) {
  const language = await pageLanguage()
  const all = messagesOf(language)
  const texts = areas
    ? Object.fromEntries(areas.map((area) => [area, all[area]]))
    : textsOfConsole(all)
  return (
    <TextsProvider language={language} texts={texts}>
      {children}
    </TextsProvider>
  )
}

function textsOfConsole({ common, pages, console }: Messages) {
  const { show_password, hide_password, opens_in_new_tab } = common
  return {
    common: { show_password, hide_password, opens_in_new_tab },
    pages: { failure: pages.failure },
    console,
  }
}
