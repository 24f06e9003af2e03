import Link from 'next/link'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { guides } from '#lib/guides/index.ts'

/** The frameworks with a guide, each a link to a new application. */
export async function FrameworkCards() {
  const t = await pageTexts()
  return (
    <Panel id="frameworks" title={t('dashboard.connect.first')}>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,12rem),1fr))] gap-2.5">
        {guides.map(({ id, title, kind, mark, color }) => (
          <Link
            key={id}
            id={`framework-${id}`}
            href={`/admin/clients/new?framework=${id}`}
            prefetch={false}
            className="ui-choice items-center gap-2.5! p-2.5!"
          >
            <span
              aria-hidden="true"
              className="ui-tile ui-tile-md border-transparent! text-white!"
              style={{ background: color }}
            >
              {mark}
            </span>
            <span className="min-w-0 leading-4">
              <span className="block font-semibold text-sm">
                <bdi>{title}</bdi>
              </span>
              <span className="text-subtle text-xs">{t(`clients.new.short.${kind}`)}</span>
            </span>
          </Link>
        ))}
      </div>
    </Panel>
  )
}
