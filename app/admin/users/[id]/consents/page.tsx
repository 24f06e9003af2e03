import { AppWindow } from 'lucide-react'
import { pageTexts } from '../../../../_components/texts.ts'
import type { Api } from '../../../../_console/api.ts'
import { Card, EmptyState } from '../../../../_console/card.tsx'
import { Confirm } from '../../../../_console/confirm.tsx'
import { Moment } from '../../../../_console/moment.tsx'
import { UserFrame } from '../../_parts/user-frame.tsx'
import { openUser, type UserPageProps } from '../../_parts/user-scene.ts'
import { revokeConsent } from './actions.ts'

/** What a user approved, application by application (wire contract §7.3). */
export default async function UserConsentsPage(props: UserPageProps) {
  const t = await pageTexts()
  const scene = await openUser(props)
  const { consents } = await scene.api.listUserConsents({ params: { id: scene.user.id } })
  return (
    <UserFrame scene={scene} section="consents">
      <Card title={t('users.consents.title')} intro={t('users.consents.intro')} id="consents" flush>
        {consents.length > 0 ? (
          <Table consents={consents} mayEdit={scene.mayEdit} />
        ) : (
          <EmptyState
            icon={AppWindow}
            title={t('users.consents.none')}
            text={t('users.consents.none_hint')}
          />
        )}
      </Card>
    </UserFrame>
  )
}

type Consent = Awaited<ReturnType<Api['listUserConsents']>>['consents'][number]

interface TableProps {
  readonly consents: readonly Consent[]
  readonly mayEdit: boolean
}

/** On a phone each row is a block of its own. */
async function Table({ consents, mayEdit }: TableProps) {
  const t = await pageTexts()
  return (
    <table
      id="consent-table"
      className="table max-sm:block sm:[&_:is(td,th):first-child]:ps-6 sm:[&_:is(td,th):last-child]:pe-6"
    >
      <thead className="max-sm:sr-only">
        <tr>
          <th scope="col">{t('users.consents.client')}</th>
          <th scope="col">{t('users.consents.scopes')}</th>
          <th scope="col">{t('users.consents.granted')}</th>
          {mayEdit && (
            <th scope="col">
              <span className="sr-only">{t('users.consents.revoke')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {consents.map((consent) => (
          <Row key={consent.id} consent={consent} mayEdit={mayEdit} />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  readonly consent: Consent
  readonly mayEdit: boolean
}

async function Row({ consent, mayEdit }: RowProps) {
  const t = await pageTexts()
  const { id, clientIdentifier, clientDescription, scope, grantedAt } = consent
  const cell = 'max-sm:block max-sm:px-5 max-sm:py-1 max-sm:first:pt-3 max-sm:last:pb-3'
  return (
    <tr className="align-top max-sm:block">
      <td className={cell}>
        <span className="font-medium [overflow-wrap:anywhere]">{clientIdentifier}</span>
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
              className="rounded-selector bg-base-content/7 px-1.5 py-0.5 font-mono text-xs [overflow-wrap:anywhere]"
            >
              {name}
            </li>
          ))}
        </ul>
      </td>
      <td className={cell}>
        <Moment value={grantedAt} />
      </td>
      {mayEdit && (
        <td className={`${cell} sm:text-end`}>
          <Confirm
            id={`revoke-${id}`}
            action={revokeConsent.bind(null, id)}
            trigger={t('users.consents.revoke')}
            triggerLabel={t('users.consents.revoke_named', { client: clientIdentifier })}
            title={t('users.consents.revoke_title', { client: clientIdentifier })}
            body={t('users.consents.revoke_body')}
            confirm={t('users.consents.revoke')}
          />
        </td>
      )}
    </tr>
  )
}
