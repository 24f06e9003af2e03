import { pageTexts } from '#app/_ui/text/texts.ts'
import type { ClientView } from '#lib/answers/view.ts'

type Named = Pick<ClientView, 'name' | 'unverified'>

/** The application's name within a sentence: in quotes if no one has checked it. */
export async function ClientName({ of: { name, unverified } }: { readonly of: Named }) {
  const shown = <bdi>{name}</bdi>
  if (!unverified) return shown
  const t = await pageTexts()
  return t.rich('card.quoted', { name: () => shown })
}

/** The same where no markup is possible: in titles, and on buttons. */
export async function clientName({ name, unverified }: Named): Promise<string> {
  if (!unverified) return name
  const t = await pageTexts()
  return t.markup('card.quoted', { name: () => name })
}
