import { MailCheck } from 'lucide-react'
import { Facts } from '#app/_ui/layout/facts.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { leadToLastPage, readListState, type SearchParams } from '#app/_ui/list/list-state.ts'
import { Pagination } from '#app/_ui/list/pagination.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import {
  type ClientPageProps,
  clientId,
  openClient,
} from '#app/admin/clients/_parts/client-page-data.ts'
import { ClientShell } from '#app/admin/clients/_parts/client-shell.tsx'
import { sectionAddress } from '#app/admin/clients/_parts/section-address.ts'
import { SignOutForm } from './form.tsx'
import { NotificationTable } from './notification-table.tsx'

const size = 20

interface SignOutPageProps extends ClientPageProps {
  readonly searchParams: SearchParams
}

/** The address for a client's logout tokens, and the ones that it has not received. */
export default async function ClientSignOutPage(props: SignOutPageProps) {
  const t = await pageTexts()
  const id = await clientId(props.params)
  const { page } = await readListState(props.searchParams)
  const data = await openClient(props)
  const [{ backchannelLogoutUri }, { notifications, total }] = await Promise.all([
    data.api.getClientLogout({ params: { id } }),
    data.api.listClientLogoutNotifications({ params: { id }, query: { page, size } }),
  ])
  const path = sectionAddress(id, 'sign-out')
  leadToLastPage({ shown: notifications.length, total, size, path, kept: {} })
  return (
    <ClientShell data={data} section="sign-out">
      <Panel
        title={t('clients.sections.sign_out')}
        id="back-channel"
        intro={t('clients.sign_out.intro')}
      >
        {data.mayEdit ? (
          <ClientTexts areas={['clients']}>
            <SignOutForm action={`${path}/submit`} values={{ backchannelLogoutUri }} />
          </ClientTexts>
        ) : (
          <Facts
            facts={[
              [t('clients.sign_out.address'), <bdi key="uri">{backchannelLogoutUri || '–'}</bdi>],
            ]}
          />
        )}
      </Panel>
      <Panel title={t('clients.sign_out.messages')} id="notifications" flush>
        {notifications.length > 0 ? (
          <NotificationTable notifications={notifications} />
        ) : (
          <EmptyState
            icon={MailCheck}
            title={t('clients.sign_out.none')}
            text={t('clients.sign_out.none_hint')}
          />
        )}
        <Pagination page={page} size={size} total={total} path={path} />
      </Panel>
    </ClientShell>
  )
}
