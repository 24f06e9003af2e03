import { Notice } from '#app/_ui/feedback/notice.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { Rows } from '#app/_ui/layout/rows.tsx'
import { openConsole, ownAccount } from '#app/_ui/shell/api.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { confirming } from '../_confirm/confirming.ts'
import { ConnectableRow, IdentityRow } from '../_parts/identity-rows.tsx'
import { AccountHeader } from '../account-header.tsx'
import { FactorForm } from '../passkeys/factor-form.tsx'
import { type LinkResult, linkResultOf, wantsOther } from './link-result.ts'

const submit = '/account/linked-accounts/submit'

interface LinkedAccountsProps {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

/** Other accounts that sign the visitor in: connect and disconnect them. */
export default async function LinkedAccountsPage({ searchParams }: LinkedAccountsProps) {
  const t = await pageTexts()
  const { api } = await openConsole()
  const { email } = await ownAccount()
  const { identities, providers } = await api.listOwnIdentities()
  const { link, provider: alias } = await searchParams
  const names = new Map([
    ...identities.map((one) => [one.provider, one.providerName] as const),
    ...providers.map((one) => [one.alias, one.name] as const),
  ])
  const result = linkResultOf(link)
  const common = { email, confirming: await confirming() }
  return (
    <>
      <AccountHeader page="linked_accounts" intro={t('own.linked.intro')} />
      {result && <Result result={result} name={names.get(String(alias)) ?? ''} />}
      <ClientTexts areas={['account', 'methods']}>
        <Panel flush>
          {identities.length + providers.length === 0 ? (
            <p className="px-5 py-4 text-muted">{t('own.linked.none')}</p>
          ) : (
            <Rows>
              {identities.map((identity) => (
                <IdentityRow key={identity.provider} identity={identity}>
                  <details className="basis-full">
                    <summary className="ui-link cursor-pointer py-1">
                      {t('own.linked.disconnect')}
                    </summary>
                    <p className="my-3 max-w-xl text-muted">
                      {t('own.linked.disconnect_text', { name: identity.providerName })}
                    </p>
                    <FactorForm
                      {...common}
                      action={`${submit}/disconnect/${identity.provider}`}
                      id={`disconnect-${identity.provider}`}
                      label={t('own.linked.disconnect_named', { name: identity.providerName })}
                      tone="danger"
                    />
                  </details>
                </IdentityRow>
              ))}
              {providers.map((provider) => (
                <ConnectableRow key={provider.alias} provider={provider}>
                  <details className="basis-full">
                    <summary className="ui-link cursor-pointer py-1">
                      {t('own.linked.connect')}
                    </summary>
                    <p className="my-3 max-w-xl text-muted">
                      {t('own.linked.connect_text', { name: provider.name })}
                    </p>
                    <FactorForm
                      {...common}
                      action={`${submit}/connect/${provider.alias}`}
                      id={`connect-${provider.alias}`}
                      label={t('own.linked.connect_named', { name: provider.name })}
                      fields={
                        result && wantsOther(result) && provider.alias === alias
                          ? { otherAccount: 'on' }
                          : {}
                      }
                    />
                  </details>
                </ConnectableRow>
              ))}
            </Rows>
          )}
        </Panel>
      </ClientTexts>
    </>
  )
}

/** The result of connecting an account at a provider. */
async function Result({ result, name }: { readonly result: LinkResult; readonly name: string }) {
  const t = await pageTexts()
  // The address names a provider that this visitor does not see, so the page does not mention it.
  if (name === '' && result !== 'gone') return null
  const kind = result === 'connected' ? 'success' : result === 'already' ? 'info' : 'danger'
  return (
    <Notice kind={kind} id="link-result" alert className="mb-5">
      {t(`own.linked.result.${result}`, { name })}
    </Notice>
  )
}
