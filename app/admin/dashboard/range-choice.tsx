import Link from 'next/link'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { type RangeName, ranges } from './ranges.ts'

/** Links to the ranges. */
export async function RangeChoice({ range }: { readonly range: RangeName }) {
  const t = await pageTexts()
  return (
    <nav className="ui-segmented" aria-label={t('dashboard.range.label')}>
      {ranges.map(({ name }) => (
        <Link
          key={name}
          id={`range-${name}`}
          href={`/admin/dashboard?range=${name}`}
          prefetch={false}
          scroll={false}
          aria-current={name === range ? 'true' : undefined}
        >
          {t(`dashboard.range.of_${name}`)}
        </Link>
      ))}
    </nav>
  )
}
