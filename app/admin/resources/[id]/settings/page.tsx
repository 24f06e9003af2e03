import { Notice } from '#app/_ui/feedback/notice.tsx'
import { Facts } from '#app/_ui/layout/facts.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { resourceDescription } from '#app/_ui/text/built-in-texts.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { ResourceForm } from '#app/admin/resources/_parts/resource-form.tsx'
import {
  openResource,
  type ResourcePageProps,
} from '#app/admin/resources/_parts/resource-page-data.ts'
import { ResourceShell } from '#app/admin/resources/_parts/resource-shell.tsx'
import { sectionAddress } from '#app/admin/resources/_parts/section-address.ts'
import { AddressesForm } from './addresses-form.tsx'

/** A resource's identifier and description. */
export default async function ResourceSettingsPage(props: ResourcePageProps) {
  const t = await pageTexts()
  const data = await openResource(props)
  const { id, resourceIdentifier, description, isSystemLevelResource } = data.resource
  const { indicators } = await data.api.getResourceIndicators({ params: { id } })
  return (
    <ResourceShell data={data} section="settings" isEditable={data.mayEdit}>
      {isSystemLevelResource && (
        <Notice kind="warning" id="built-in" className="mb-5">
          {t('resources.settings.built_in')}
        </Notice>
      )}
      <Panel title={t('resources.sections.settings')} id="settings">
        {data.mayEdit ? (
          <ResourceForm
            key={resourceIdentifier}
            action={`${sectionAddress(id, 'settings')}/submit`}
            values={{ resourceIdentifier, description }}
            label={t('console.save')}
            fixed={isSystemLevelResource ? t('resources.settings.fixed') : undefined}
            renamed={t('resources.settings.renamed')}
          />
        ) : (
          <Facts
            facts={[
              [t('console.record.identifier'), <bdi key="identifier">{resourceIdentifier}</bdi>],
              [t('console.record.description'), resourceDescription(t, data.resource)],
            ]}
          />
        )}
      </Panel>
      {!isSystemLevelResource && (
        <Panel
          title={t('resources.addresses.title')}
          id="addresses"
          intro={t('resources.addresses.intro')}
        >
          {data.mayEdit ? (
            <ClientTexts areas={['resources']}>
              <AddressesForm
                action={`${sectionAddress(id, 'settings')}/submit/addresses`}
                values={{ indicators: indicators.join('\n') }}
              />
            </ClientTexts>
          ) : (
            <Facts
              facts={[
                [
                  t('resources.addresses.label'),
                  <bdi key="addresses" className="[overflow-wrap:anywhere]">
                    {indicators.join(', ') || '–'}
                  </bdi>,
                ],
              ]}
            />
          )}
        </Panel>
      )}
    </ResourceShell>
  )
}
