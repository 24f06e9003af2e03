import type { ReactNode } from 'react'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { Tabs } from '#app/_ui/shell/tabs.tsx'
import { tabsOf } from '#app/_ui/shell/tabs-of.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { listAddress, type ProviderSection, sectionAddress } from './addresses.ts'
import { FailureBadge } from './failure-badge.tsx'
import { presetNames } from './preset-names.ts'
import type { ProviderPageData } from './provider-page-data.ts'
import { ProviderSwitch } from './provider-switch.tsx'
import { ProviderTile } from './provider-tile.tsx'

interface ProviderShellProps {
  readonly data: ProviderPageData
  readonly section: ProviderSection
  readonly children: ReactNode
}

/** The frame of a provider's pages: its name, its switch and links to its other pages. */
export async function ProviderShell({ data, section, children }: ProviderShellProps) {
  const t = await pageTexts()
  const { provider, mayEdit } = data
  const tabs = tabsOf<ProviderSection>(
    [
      { pages: ['connection'] },
      { pages: ['accounts'] },
      { pages: ['mapping'] },
      { pages: ['domains'] },
      { label: t('shell.tabs.danger'), pages: ['delete'], isDanger: true },
    ],
    {
      addressOf: (name) => sectionAddress(provider.id, name),
      labelOf: (name) => t(`idp.sections.${name}`),
      isOffered: (name) => name !== 'delete' || mayEdit,
    },
  )
  return (
    <>
      <PageHeader
        title={[t(`idp.sections.${section}`), provider.displayName]}
        heading={provider.displayName}
        picture={<ProviderTile preset={provider.preset} name={provider.displayName} />}
        badges={<FailureBadge provider={provider} />}
        intro={presetNames[provider.preset]}
        back={{ href: listAddress, label: t('shell.admin.providers') }}
        actions={
          mayEdit && <ProviderSwitch provider={provider} dependents={provider.dependents ?? 0} />
        }
      />
      <Tabs label={t('idp.sections.label')} tabs={tabs} here={sectionAddress(provider.id, section)}>
        {!mayEdit && (
          <Notice kind="info" id="read-only" className="mb-5">
            {t('idp.only_owners')}
          </Notice>
        )}
        {children}
      </Tabs>
    </>
  )
}
