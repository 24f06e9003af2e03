import { UserRoundX, UsersRound } from 'lucide-react'
import { ConfirmByTyping } from '#app/_ui/form/confirm-by-typing.tsx'
import { Consequences } from '#app/_ui/layout/consequences.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { Row, Rows } from '#app/_ui/layout/rows.tsx'
import { requireChange } from '#app/_ui/shell/require-change.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { sectionAddress } from '#app/admin/identity-providers/_parts/addresses.ts'
import {
  openProvider,
  type Provider,
  type ProviderPageProps,
} from '#app/admin/identity-providers/_parts/provider-page-data.ts'
import { ProviderShell } from '#app/admin/identity-providers/_parts/provider-shell.tsx'

/** Deletes a provider, after a list of the consequences. */
export default async function ProviderDeletePage(props: ProviderPageProps) {
  const t = await pageTexts()
  await requireChange('owner')
  const data = await openProvider(props)
  const { provider } = data
  const { alias, displayName: name } = provider
  return (
    <ProviderShell data={data} section="delete">
      <Panel id="delete" isDanger flush>
        <Rows>
          <Row
            title={t('idp.delete.title', { name })}
            hint={t('idp.delete.text')}
            action={
              <ClientTexts>
                <ConfirmByTyping
                  action={`${sectionAddress(provider.id, 'delete')}/submit`}
                  identifier={alias}
                  trigger={t('idp.sections.delete')}
                  title={t('console.record.delete_title', { name })}
                  body={<Losses provider={provider} />}
                  label={t('idp.sections.delete')}
                />
              </ClientTexts>
            }
          />
        </Rows>
      </Panel>
    </ProviderShell>
  )
}

/** Who loses what. */
async function Losses({ provider }: { readonly provider: Provider }) {
  const t = await pageTexts()
  const { links, dependents } = provider
  return (
    <>
      <p>{t('console.record.delete_body')}</p>
      <Consequences
        id="summary"
        lines={[
          [UserRoundX, t('idp.delete.dependents', { count: dependents ?? 0 })],
          [UsersRound, t('idp.delete.links', { count: links })],
        ]}
      />
    </>
  )
}
