import { Panel } from '#app/_ui/layout/panel.tsx'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { requireChange } from '#app/_ui/shell/require-change.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { isPreset } from '#lib/domain/identity-providers/presets.ts'
import { pageSettings } from '#lib/http/page.ts'
import { AddProvider } from '../_parts/add-provider.tsx'
import { listAddress } from '../_parts/addresses.ts'
import { ConnectionForm } from '../_parts/connection-form.tsx'
import { newConnection } from '../_parts/connection-values.ts'
import { presetNames } from '../_parts/preset-names.ts'
import { ProviderTile } from '../_parts/provider-tile.tsx'
import { RegistrationGuide } from '../_parts/registration-guide.tsx'

interface NewProviderProps {
  readonly searchParams: Promise<{ readonly preset?: string | string[] }>
}

/** Adds a provider: first its kind, then how to reach it. */
export default async function NewProviderPage({ searchParams }: NewProviderProps) {
  const t = await pageTexts()
  await requireChange('owner')
  const preset = String((await searchParams).preset ?? '')
  const back = { href: listAddress, label: t('shell.admin.providers') }
  if (!isPreset(preset)) {
    return (
      <>
        <PageHeader title={t('idp.add')} back={back} />
        <AddProvider />
      </>
    )
  }
  const { baseUrl } = await pageSettings()
  const name = presetNames[preset]
  return (
    <>
      <PageHeader
        title={t('idp.new_title', { name })}
        picture={<ProviderTile preset={preset} name="" />}
        intro={t('idp.new_text')}
        back={back}
      />
      <RegistrationGuide preset={preset} />
      <Panel id="connection" title={t('idp.sections.connection')}>
        <ClientTexts areas={['idp']}>
          <ConnectionForm
            action={`${listAddress}/new/submit`}
            preset={preset}
            values={newConnection(preset, name)}
            label={t('idp.add')}
            baseUrl={baseUrl}
            hasSecret={false}
            links={null}
            cancel={listAddress}
          />
        </ClientTexts>
      </Panel>
    </>
  )
}
