import Link from 'next/link'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { Guide } from '#lib/guides/guide.ts'
import { guides, guidesFor } from '#lib/guides/index.ts'

interface GuidePickerProps {
  readonly guide: Guide
  /** Address of the page. */
  readonly address: string
}

const maxShown = 4

/** Links to the guides of the same kind, and to all of them. */
export async function GuidePicker({ guide, address }: GuidePickerProps) {
  const t = await pageTexts()
  const near = [guide, ...guidesFor(guide.kind).filter((one) => one !== guide)].slice(0, maxShown)
  const others = guides.filter((one) => !near.includes(one))
  const link = (one: Guide) => (
    <Link
      key={one.id}
      id={`guide-${one.id}`}
      href={`${address}?guide=${one.id}`}
      prefetch={false}
      scroll={false}
      aria-current={one === guide ? 'true' : undefined}
      className={`ui-chip ${one === guide ? 'ui-chip-on font-semibold' : 'border-solid!'}`}
    >
      <bdi>{one.title}</bdi>
    </Link>
  )
  return (
    <nav
      aria-label={t('clients.connect.guide_for')}
      className="mb-5 flex flex-wrap items-start gap-2"
    >
      <span className="ui-hint me-1 self-center">{t('clients.connect.guide_for')}</span>
      {near.map(link)}
      <details id="all-guides" className="open:basis-full">
        <summary className="ui-link ms-1 w-fit cursor-pointer py-1.5 text-sm">
          {t('clients.connect.all_guides', { count: guides.length })}
        </summary>
        <div className="mt-2 flex flex-wrap gap-2">{others.map(link)}</div>
      </details>
    </nav>
  )
}
