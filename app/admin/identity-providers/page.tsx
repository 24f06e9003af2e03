import { IdCard, Plus } from 'lucide-react'
import Link from 'next/link'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { Rows } from '#app/_ui/layout/rows.tsx'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { mayManage } from '#app/_ui/shell/rights.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { AddProvider } from './_parts/add-provider.tsx'
import { listAddress } from './_parts/addresses.ts'
import { ButtonsPreview } from './_parts/buttons-preview.tsx'
import { dependentsOf } from './_parts/dependents-of.ts'
import { ProviderRow } from './_parts/provider-row.tsx'

/** Other accounts that people can sign in with, in the order of the sign-in page. */
export default async function IdentityProvidersPage() {
  const t = await pageTexts()
  const { api, visitor } = await openConsole()
  const [{ identityProviders: providers }, settings] = await Promise.all([
    api.listIdentityProviders(),
    api.getSignInSettings(),
  ])
  const mayEdit = mayManage(visitor)
  const dependents = await dependentsOf(api, mayEdit ? providers : [])
  const order = providers.map(({ id }) => id).join(' ')
  return (
    <>
      <PageHeader
        title={t('shell.admin.providers')}
        intro={t('idp.intro')}
        actions={mayEdit && providers.length > 0 && <AddLink />}
      />
      {!settings.identityProvidersEnabled && providers.length > 0 && <SwitchedOff />}
      {!mayEdit && (
        <Notice kind="info" id="read-only" className="mb-5">
          {t('idp.only_owners')}
        </Notice>
      )}
      {providers.length > 0 ? (
        <Panel flush>
          <Rows id="providers" label={t('shell.admin.providers')}>
            {providers.map((provider, index) => (
              <ProviderRow
                key={provider.id}
                provider={provider}
                dependents={dependents.get(provider.id) ?? 0}
                mayEdit={mayEdit}
                place={{ index, isLast: index === providers.length - 1, order }}
              />
            ))}
          </Rows>
        </Panel>
      ) : (
        <Panel>
          <EmptyState icon={IdCard} title={t('idp.none')} text={t('idp.none_text')} />
        </Panel>
      )}
      <div className="grid items-start gap-x-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        {mayEdit && <AddProvider />}
        <ButtonsPreview providers={providers} />
      </div>
    </>
  )
}

async function AddLink() {
  const t = await pageTexts()
  return (
    <Link
      id="new-provider"
      href={`${listAddress}/new`}
      prefetch={false}
      className="btn btn-primary btn-sm"
    >
      <Plus aria-hidden="true" />
      {t('idp.add')}
    </Link>
  )
}

/** The providers have no effect while the feature is off. */
async function SwitchedOff() {
  const t = await pageTexts()
  return (
    <Notice kind="warning" id="feature-off" className="mb-5">
      {t('idp.feature_off')}{' '}
      <Link href="/admin/settings/sign-in#providers" prefetch={false} className="ui-inline-link">
        {t('idp.feature_on')}
      </Link>
    </Notice>
  )
}
