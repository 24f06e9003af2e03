import { MonitorSmartphone } from 'lucide-react'
import { pageTexts } from '../../_components/texts.ts'
import { openConsole } from '../../_console/api.ts'
import { Card, EmptyState } from '../../_console/card.tsx'
import { Confirm } from '../../_console/confirm.tsx'
import { AccountHead } from '../account-head.tsx'
import { endOthers } from './actions.ts'
import { SessionRow } from './session-row.tsx'

/** Where one is signed in (wire contract §7.2): the session of this browser comes first. */
export default async function SessionsPage() {
  const t = await pageTexts()
  const { api } = await openConsole()
  const { sessions } = await api.listOwnSessions()
  const here = sessions.filter(({ isCurrent }) => isCurrent)
  const others = sessions.filter(({ isCurrent }) => !isCurrent)
  return (
    <>
      <AccountHead
        page="sessions"
        intro={t('account.sessions.intro')}
        actions={
          others.length > 0 && (
            <Confirm
              id="end-others"
              action={endOthers}
              trigger={t('account.sessions.end_others')}
              title={t('account.sessions.end_others_title', { count: others.length })}
              body={t('account.sessions.end_others_body')}
              confirm={t('account.sessions.end_others')}
            />
          )
        }
      />
      {sessions.length === 0 ? (
        <Card>
          <EmptyState
            icon={MonitorSmartphone}
            title={t('account.sessions.none')}
            text={t('account.sessions.none_text')}
          />
        </Card>
      ) : (
        <Card>
          <ul id="sessions" className="-my-5 divide-y divide-line">
            {[...here, ...others].map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}
