import { AppWindow } from 'lucide-react'
import { Confirm } from '#app/_ui/form/confirm.tsx'
import { entriesOfPage, readListState, type SearchParams } from '#app/_ui/list/list-state.ts'
import { Pagination } from '#app/_ui/list/pagination.tsx'
import { type Api, openConsole } from '#app/_ui/shell/api.ts'
import { Card, EmptyState } from '#app/_ui/shell/card.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Timestamp } from '#app/_ui/text/timestamp.tsx'
import { AccountHeader } from '../account-header.tsx'
import { Scopes } from './scopes.tsx'

const path = '/account/manage-consents'
const size = 20

interface ManageConsentsPageProps {
  readonly searchParams: SearchParams
}

/** The applications that the visitor has given consent. */
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
        <Card>
          <EmptyState
            icon={AppWindow}
            title={t('account.consents.none')}
            text={t('account.consents.none_text')}
          />
        </Card>
      ) : (
        <Card flush>
          <Consents consents={shown} />
          {consents.length > size && (
            <Pagination page={page} size={size} total={consents.length} path={path} />
          )}
        </Card>
      )}
    </>
  )
}

type Consent = Awaited<ReturnType<Api['listOwnConsents']>>['consents'][number]

/** A table; its rows stack on a phone. */
async function Consents({ consents }: { readonly consents: readonly Consent[] }) {
  const t = await pageTexts()
  return (
    <table id="consents" className="table max-md:block">
      <thead className="max-md:sr-only">
        <tr>
          <th scope="col">{t('account.consents.application')}</th>
          <th scope="col">{t('account.consents.allowed')}</th>
          <th scope="col">{t('account.consents.since')}</th>
          <th scope="col">
            <span className="sr-only">{t('account.consents.revoke')}</span>
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {consents.map((consent) => (
          <Row key={consent.id} consent={consent} />
        ))}
      </tbody>
    </table>
  )
}

async function Row({ consent }: { readonly consent: Consent }) {
  const t = await pageTexts()
  const { id, clientIdentifier, clientDescription, scope, grantedAt } = consent
  const cell = 'align-top max-md:block max-md:border-b-0 max-md:px-5 max-md:py-1.5'
  return (
    <tr className="max-md:block max-md:border-line max-md:border-b max-md:py-3 max-md:last:border-b-0">
      <th scope="row" className={`${cell} text-start`}>
        <span className="block font-medium [overflow-wrap:anywhere]">
          <bdi>{clientIdentifier}</bdi>
        </span>
        {clientDescription && (
          <span className="mt-0.5 block max-w-xs text-pretty font-normal text-muted text-sm [overflow-wrap:anywhere]">
            {clientDescription}
          </span>
        )}
      </th>
      <td className={cell}>
        <span className="text-muted text-xs md:sr-only">{t('account.consents.allowed')}</span>
        <Scopes scope={scope} />
      </td>
      <td className={`${cell} text-muted`}>
        <span className="md:sr-only">{t('account.consents.since')} </span>
        <Timestamp value={grantedAt} />
      </td>
      <td className={`${cell} text-end max-md:text-start`}>
        <Confirm
          id={`revoke-${id}`}
          action={`/account/manage-consents/submit/revoke/${id}`}
          trigger={t('account.consents.revoke')}
          triggerLabel={t('account.consents.revoke_label', { application: clientIdentifier })}
          title={t('account.consents.revoke_title', { application: clientIdentifier })}
          body={t('account.consents.revoke_body', { application: clientIdentifier })}
          confirm={t('account.consents.revoke')}
        />
      </td>
    </tr>
  )
}
