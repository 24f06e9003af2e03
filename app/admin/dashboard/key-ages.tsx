import Link from 'next/link'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageLanguage } from '#lib/http/page.ts'
import type { KeyAge } from './parts.ts'

/** The signing keys and their creation dates. */
export async function KeyAges({ keys }: { readonly keys: readonly KeyAge[] }) {
  const t = await pageTexts()
  const language = await pageLanguage()
  const age = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const ranked = ['current', 'next', 'previous'] as const
  const shown = ranked.flatMap((state) => keys.find((key) => key.state === state) ?? [])
  return (
    <Panel
      id="keys"
      title={t('dashboard.keys.title')}
      actions={
        <Link href="/admin/settings/keys" prefetch={false} className="ui-link text-sm">
          {t('dashboard.keys.manage')}
        </Link>
      }
    >
      <dl className="flex flex-col gap-2.5 text-sm">
        {shown.map(({ state, ageInDays, createdAt }) => (
          <div key={state} className="flex items-baseline justify-between gap-4">
            <dt className="text-muted">{t(`dashboard.keys.${state}`)}</dt>
            <dd>
              <time dateTime={createdAt} title={createdAt}>
                {age.format(-ageInDays, 'day')}
              </time>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
