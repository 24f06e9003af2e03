import { Facts } from '#app/_ui/layout/facts.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { sectionAddress } from '#app/admin/identity-providers/_parts/addresses.ts'
import {
  openProvider,
  type Provider,
  type ProviderPageProps,
} from '#app/admin/identity-providers/_parts/provider-page-data.ts'
import { ProviderShell } from '#app/admin/identity-providers/_parts/provider-shell.tsx'
import { servesThePublic } from '#lib/domain/identity-providers/presets.ts'
import { AccountsForm } from './form.tsx'
import { accountsValues } from './values.ts'

/** Who may sign in with a provider, and what a sign-in there proves. */
export default async function AccountsPage(props: ProviderPageProps) {
  const data = await openProvider(props)
  const { provider, mayEdit, api } = data
  const { selfRegistrationEnabled } = await api.getGeneralSettings()
  const isPublic = servesThePublic(provider.preset, provider.issuer)
  return (
    <ProviderShell data={data} section="accounts">
      {mayEdit ? (
        <ClientTexts areas={['idp']}>
          <AccountsForm
            action={`${sectionAddress(provider.id, 'accounts')}/submit`}
            values={accountsValues(provider)}
            publicName={isPublic ? provider.displayName : null}
            isRegistrationOpen={selfRegistrationEnabled}
          />
        </ClientTexts>
      ) : (
        <AccountsFacts provider={provider} />
      )}
    </ProviderShell>
  )
}

async function AccountsFacts({ provider }: { readonly provider: Provider }) {
  const t = await pageTexts()
  const { createUsers, linking, emailTrust, secondFactor, secondFactorValues } = provider
  return (
    <Panel>
      <Facts
        facts={[
          [t('idp.accounts.createUsers.title'), t(`idp.accounts.createUsers.${createUsers}`)],
          [t('idp.accounts.linking.title'), t(`idp.accounts.linking.${linking}`)],
          [t('idp.accounts.emailTrust.title'), t(`idp.accounts.emailTrust.${emailTrust}`)],
          [t('idp.accounts.secondFactor.title'), t(`idp.accounts.secondFactor.${secondFactor}`)],
          [t('idp.accounts.values'), <bdi key="values">{secondFactorValues || '–'}</bdi>],
          [t('idp.accounts.shown'), t(provider.shownOnSignIn ? 'settings.on' : 'settings.off')],
        ]}
      />
    </Panel>
  )
}
