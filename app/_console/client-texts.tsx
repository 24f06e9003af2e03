import type { ReactNode } from 'react'
import { pageLanguage } from '#lib/http/page.ts'
import { type Messages, messagesOf } from '#lib/i18n/messages.ts'
import { TextsProvider } from './texts-provider.tsx'

interface ClientTextsProps {
  /** The areas of the catalog that the components below use, beside the console's own. */
  readonly areas?: readonly (keyof Messages)[]
  readonly children: ReactNode
}

/** Hands texts to components that run in the browser: only those of the areas that they use. */
export async function ClientTexts({ areas = [], children }: ClientTextsProps) {
  const all = messagesOf(await pageLanguage())
  const { show_password, hide_password, opens_in_new_tab } = all.common
  const texts = {
    common: { show_password, hide_password, opens_in_new_tab },
    pages: { failure: all.pages.failure },
    console: all.console,
    ...Object.fromEntries(areas.map((area) => [area, all[area]])),
  }
  return <TextsProvider texts={texts}>{children}</TextsProvider>
}
