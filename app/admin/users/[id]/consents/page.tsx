import { AppWindow, LogIn } from 'lucide-react'
import { Confirm } from '#app/_ui/form/confirm.tsx'
import { Consequences } from '#app/_ui/layout/consequences.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { entriesOfPage, readListState } from '#app/_ui/list/list-state.ts'
import { Pagination } from '#app/_ui/list/pagination.tsx'
import { Table } from '#app/_ui/list/table.tsx'
import type { Api } from '#app/_ui/shell/api.ts'
import { mayRead } from '#app/_ui/shell/rights.ts'
import { ClientName } from '#app/_ui/text/client-name.tsx'
import { type ClientNames, clientNames } from '#app/_ui/text/client-names.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Timestamp } from '#app/_ui/text/timestamp.tsx'
import { sectionAddress } from '#app/admin/clients/_parts/section-address.ts'
import { listOfUser, pageOfList } from '#app/admin/users/_parts/user-list-state.ts'
import { openUser, type UserPageProps } from '#app/admin/users/_parts/user-page-data.ts'
import { UserShell } from '#app/admin/users/_parts/user-shell.tsx'

/** A user's consents, one per application. */
export default async function UserConsentsPage(props: UserPageProps) {
  const t = await pageTexts()
  const data = await openUser(props)
  const { consents } = await data.api.listUserConsents({ params: { id: data.user.id } })
  const { page } = await readListState(props.searchParams, pageOfList)
  const list = listOfUser(data.user.id, 'consents', data.listState)
  const shown = entriesOfPage(consents, page, list)
  const names = await clientNames(shown.map(({ clientIdentifier }) => clientIdentifier))
  return (
    <UserShell data={data} section="consents">
      <Panel
        title={t('users.consents.title')}
        intro={t('users.consents.intro')}
        id="consents"
        flush
      >
        {consents.length > 0 ? (
          <ConsentTable
            consents={shown}
            names={names}
            submit={data.mayEdit ? `/admin/users/${data.user.id}/consents/submit` : null}
            mayOpen={mayRead(data.visitor, 'clients')}
          />
        ) : (
          <EmptyState
            icon={AppWindow}
            title={t('users.consents.none')}
            text={t('users.consents.none_hint')}
          />
        )}
        <Pagination {...list} page={page} total={consents.length} query={list.kept} />
      </Panel>
    </UserShell>
  )
}

type Consent = Awaited<ReturnType<Api['listUserConsents']>>['consents'][number]

interface TableProps {
  readonly consents: readonly Consent[]
  readonly names: ClientNames
  /** Address of the forms; null for a read-only visitor. */
  readonly submit: string | null
  /** The visitor may open the clients' pages. */
  readonly mayOpen: boolean
}

/** A table; on a phone each row is a block. */
async function ConsentTable({ consents, ...shown }: TableProps) {
  const t = await pageTexts()
  return (
    <Table id="consent-table" className="max-sm:block">
      <thead className="max-sm:sr-only">
        <tr>
          <th scope="col">{t('users.consents.client')}</th>
          <th scope="col">{t('users.consents.scopes')}</th>
          <th scope="col">{t('users.consents.granted')}</th>
          {shown.submit && (
            <th scope="col">
              <span className="sr-only">{t('users.consents.revoke')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {consents.map((consent) => (
          <Row key={consent.id} consent={consent} {...shown} />
        ))}
      </tbody>
    </Table>
  )
}

interface RowProps extends Omit<TableProps, 'consents'> {
  readonly consent: Consent
}

async function Row({ consent, names, submit, mayOpen }: RowProps) {
  const t = await pageTexts()
  const { id, clientId, clientIdentifier, clientDescription, scope, grantedAt } = consent
  const client = names.get(clientIdentifier) || clientIdentifier
  const cell =
    'max-sm:block max-sm:h-auto max-sm:border-b-0 max-sm:px-5 max-sm:py-1 max-sm:first:pt-3 max-sm:last:pb-3'
  return (
    <tr className="align-top max-sm:block max-sm:border-line max-sm:border-b max-sm:last:border-b-0">
      <td className={cell}>
        <ClientName
          identifier={clientIdentifier}
          names={names}
          href={mayOpen ? sectionAddress(clientId, 'settings') : undefined}
        />
        {clientDescription && (
          <span className="block text-muted [overflow-wrap:anywhere]">{clientDescription}</span>
        )}
      </td>
      <td className={cell}>
        <ul className="flex flex-wrap gap-1">
          {scope.split(' ').map((name) => (
            <li
              key={name}
              dir="ltr"
              className="rounded-selector bg-sunken px-1.5 py-0.5 font-mono text-xs [overflow-wrap:anywhere]"
            >
              {name}
            </li>
          ))}
        </ul>
      </td>
      <td className={cell}>
        <Timestamp value={grantedAt} />
      </td>
      {submit && (
        <td className={`${cell} sm:text-end`}>
          <Confirm
            id={`revoke-${id}`}
            action={`${submit}/revoke/${id}`}
            trigger={t('users.consents.revoke')}
            triggerLabel={t('users.consents.revoke_named', { client })}
            title={t('users.consents.revoke_title', { client })}
            body={
              <Consequences
                lines={[
                  [AppWindow, t('users.consents.revoke_stops')],
                  [LogIn, t('users.consents.revoke_stays')],
                ]}
              />
            }
            confirm={t('users.consents.revoke')}
          />
        </td>
      )}
    </tr>
  )
}
