import { pageTexts } from '#app/_ui/text/texts.ts'
import type { ClientView } from '#lib/answers/view.ts'
import { clientName } from './client-name.tsx'

interface StillHereLinkProps {
  readonly client: ClientView
  /** Of the page's step, which answers once more. */
  readonly href: string
}

/** For `StillHere`: the way on to the application. */
export async function StillHereLink({ client, href }: StillHereLinkProps) {
  const t = await pageTexts()
  return t.rich('card.still_here', {
    app: await clientName(client),
    link: (text) => (
      <a href={href} className="ui-link">
        {text}
      </a>
    ),
  })
}
