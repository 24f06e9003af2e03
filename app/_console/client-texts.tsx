import type { ReactNode } from 'react'
import { pageLanguage } from '#lib/http/page.ts'
import { type Messages, messagesOf } from '#lib/i18n/messages.ts'
import { TextsProvider } from './texts-provider.tsx'

interface ClientTextsProps {
  /** The areas of the catalog that the components below use beside the console's own; absent: those. */
  readonly areas?: readonly (keyof Messages)[]
  readonly children: ReactNode
}

/**
 * Hands texts to components that run in the browser: only those that they use, and what the frame has handed over
 * already not once more.
 */
export async function ClientTexts({ areas, children }: ClientTextsProps) {
  const all = messagesOf(await pageLanguage())
  const texts = areas
    ? Object.fromEntries(areas.map((area) => [area, all[area]]))
    : textsOfConsole(all)
  return <TextsProvider texts={texts}>{children}</TextsProvider>
}

function textsOfConsole({ common, pages, console }: Messages) {
  const { show_password, hide_password, opens_in_new_tab } = common
  return {
    common: { show_password, hide_password, opens_in_new_tab },
    pages: { failure: pages.failure },
    console,
  }
}
