import { Notice } from '#app/_ui/feedback/notice.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { mayManage } from '#app/_ui/shell/rights.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import {
  type ClientPageData,
  type ClientPageProps,
  openClient,
} from '#app/admin/clients/_parts/client-page-data.ts'
import { ClientShell } from '#app/admin/clients/_parts/client-shell.tsx'
import { sectionAddress } from '#app/admin/clients/_parts/section-address.ts'
import { AllowanceForm } from './allowance-form.tsx'
import { SettingsFacts } from './facts.tsx'
import { SettingsForm } from './form.tsx'
import { settingsValues } from './values.ts'

/** A client's names, its display options and whether it is enabled. */
export default async function ClientSettingsPage(props: ClientPageProps) {
  const t = await pageTexts()
  const data = await openClient(props)
  const { client, mayEdit } = data
  const { isSystemLevelClient, createdViaDcr } = client
  return (
    <ClientShell data={data} section="settings">
      {createdViaDcr && (
        <Notice kind="info" id="self-registered" className="mb-5">
          {t('clients.settings.self_registered')}
        </Notice>
      )}
      <Panel title={t('clients.sections.settings')} id="settings">
        {mayEdit ? (
          <ClientTexts areas={['clients']}>
            <SettingsForm
              action={`${sectionAddress(client.id, 'settings')}/submit`}
              values={settingsValues(client)}
              isNameFixed={isSystemLevelClient || createdViaDcr}
              isAlwaysEnabled={isSystemLevelClient}
              hasLevel={client.authorizationCodeEnabled}
            />
          </ClientTexts>
        ) : (
          <SettingsFacts client={client} />
        )}
      </Panel>
      <Allowance data={data} />
    </ClientShell>
  )
}

/** The permission to request administrative scopes is saved separately, so that it is never granted by accident. */
async function Allowance({ data: { client, visitor } }: { readonly data: ClientPageData }) {
  const t = await pageTexts()
  const { administrativeScopesAllowed: isAllowed, isSystemLevelClient } = client
  const isOffered = mayManage(visitor) && !isSystemLevelClient
  return (
    <Panel
      title={t('clients.allowance.title')}
      id="administrative-scopes"
      intro={t('clients.allowance.intro')}
    >
      {isOffered ? (
        <ClientTexts areas={['clients']}>
          <AllowanceForm
            action={`${sectionAddress(client.id, 'settings')}/submit/allowance`}
            isAllowed={isAllowed}
          />
        </ClientTexts>
      ) : (
        <p className="text-sm">
          {t(isAllowed ? 'clients.allowance.is_allowed' : 'clients.allowance.is_not_allowed')}{' '}
          <span className="text-muted">
            {t(
              isSystemLevelClient ? 'clients.allowance.built_in' : 'clients.allowance.needs_manage',
            )}
          </span>
        </p>
      )}
    </Panel>
  )
}
