import type { ReactNode } from 'react'
import { LanguageSwitch } from '#app/_ui/shell/language-switch.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageSettings } from '#lib/http/page.ts'

interface CardFooterProps {
  /** The application's. */
  readonly websiteUrl?: string | undefined
  /** A further link. */
  readonly more?: ReactNode
}

/** Below the card: the language, and the only links that lead away from the page. */
export async function CardFooter({ websiteUrl, more }: CardFooterProps) {
  const t = await pageTexts()
  const { footerText } = (await pageSettings()).branding
  const links = await footerLinks(websiteUrl)
  return (
    <footer className="ui-stage-foot">
      <LanguageSwitch />
      {(links.length > 0 || more) && (
        <nav aria-label={t('card.footer')} className="flex min-w-0 flex-wrap gap-x-4 gap-y-1">
          {links.map(({ id, href, label }) => (
            <a
              key={id}
              id={`footer-${id}`}
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              className="[overflow-wrap:anywhere]"
            >
              {label}
              <span className="sr-only"> ({t('common.opens_in_new_tab')})</span>
            </a>
          ))}
          {more}
        </nav>
      )}
      {footerText && (
        <p dir="auto" className="w-full [overflow-wrap:anywhere]">
          {footerText}
        </p>
      )}
    </footer>
  )
}

interface FooterLink {
  readonly id: string
  readonly href: string
  readonly label: string
}

/** The addresses that are set: the application's website, then the company's own. */
async function footerLinks(websiteUrl: string | undefined): Promise<readonly FooterLink[]> {
  const t = await pageTexts()
  const { links } = (await pageSettings()).branding
  const own = (['help', 'privacy', 'terms', 'status'] as const).map((id) => ({
    id,
    href: links[id],
    label: t(`card.${id}`),
  }))
  const website = websiteUrl && URL.canParse(websiteUrl) ? new URL(websiteUrl) : undefined
  const label = t('pages.client.website', { host: website?.host ?? '' })
  return [{ id: 'website', href: website?.href ?? '', label }, ...own].filter(({ href }) =>
    /^(https?|mailto):/.test(href),
  )
}
