import type { ReactNode } from 'react'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageSettings } from '#lib/http/page.ts'

/** The company's terms that the new user agrees to, if it has linked them. */
export async function Agreement() {
  const t = await pageTexts()
  const { terms, privacy } = (await pageSettings()).branding.links
  const text = { terms: linkTo(terms), privacy: linkTo(privacy) }
  if (!terms && !privacy) return null
  return (
    <p className="ui-hint mt-4">
      {terms && privacy && t.rich('card.register.agree', text)}
      {terms && !privacy && t.rich('card.register.agree_terms', text)}
      {!terms && privacy && t.rich('card.register.agree_privacy', text)}
    </p>
  )
}

function linkTo(href: string) {
  return (text: ReactNode) => (
    <a href={href} target="_blank" rel="noopener noreferrer" className="ui-inline-link">
      {text}
    </a>
  )
}
