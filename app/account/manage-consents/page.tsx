import { AppWindow, LogIn } from 'lucide-react'
import { Confirm } from '#app/_ui/form/confirm.tsx'
import { Consequences } from '#app/_ui/layout/consequences.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { Rows } from '#app/_ui/layout/rows.tsx'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { entriesOfPage, readListState, type SearchParams } from '#app/_ui/list/list-state.ts'
import { Pagination } from '#app/_ui/list/pagination.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { AppRow, type OwnConsent } from '../_parts/app-row.tsx'
import { AccountHeader } from '../account-header.tsx'
import { Scopes } from './scopes.tsx'

const path = '/account/manage-consents'
const size = 20

interface ManageConsentsPageProps {
  readonly searchParams: SearchParams
}

/** The apps that can access the visitor's account. */
export default async function ManageConsentsPage({ searchParams }: ManageConsentsPageProps) {
  const t = await pageTexts()
  const { page } = await readListState(searchParams)
  const { api } = await openConsole()
  const { consents } = await api.listOwnConsents()
  const shown = entriesOfPage(consents, page, { size, path, kept: {} })
  return (
    <>
      <AccountHeader page="manage_consents" intro={t('account.consents.intro')} />
      {consents.length === 0 ? (
        <Panel>
          <EmptyState
            icon={AppWindow}
            title={t('account.consents.none')}
            text={t('account.consents.none_text')}
          />
        </Panel>
      ) : (
        <Panel flush>
          <Rows id="consents">
            {shown.map((consent) => (
              <AppRow key={consent.id} consent={consent} action={<Remove consent={consent} />}>
                <Scopes consent={consent} />
              </AppRow>
            ))}
          </Rows>
          {consents.length > size && (
            <Pagination page={page} size={size} total={consents.length} path={path} />
          )}
        </Panel>
      )}
    </>
  )
}

async function Remove({ consent }: { readonly consent: OwnConsent }) {
  const t = await pageTexts()
  const { id, application } = consent
  const name = { application: application.name }
  return (
    <Confirm
      id={`revoke-${id}`}
      action={`/account/manage-consents/submit/revoke/${id}`}
      trigger={t('account.consents.revoke')}
      triggerClass="btn btn-sm"
      triggerLabel={t('account.consents.revoke_label', name)}
      title={t('account.consents.revoke_title', name)}
      body={
        <Consequences
          lines={[
            [AppWindow, t('account.consents.revoke_stops', name)],
            [LogIn, t('account.consents.revoke_stays')],
          ]}
        />
      }
      confirm={t('account.consents.revoke')}
    />
  )
}
