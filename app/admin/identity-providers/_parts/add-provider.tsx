import Link from 'next/link'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { listAddress } from './addresses.ts'
import { offeredPresets, presetNames } from './preset-names.ts'
import { ProviderTile } from './provider-tile.tsx'

/** The kinds of providers to choose from. */
export async function AddProvider() {
  const t = await pageTexts()
  return (
    <Panel id="add-provider" title={t('idp.add_title')} intro={t('idp.add_text')}>
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {offeredPresets.map((preset) => (
          <li key={preset}>
            <Link
              id={`add-${preset}`}
              href={`${listAddress}/new?preset=${preset}`}
              prefetch={false}
              className="ui-choice h-full items-center gap-2.5! p-2.5!"
            >
              <ProviderTile preset={preset} name="" />
              <span className="font-semibold text-sm">{presetNames[preset]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
