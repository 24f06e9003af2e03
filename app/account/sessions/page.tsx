import { AppWindow, LogIn, MonitorSmartphone } from 'lucide-react'
import { Confirm } from '#app/_ui/form/confirm.tsx'
import { Consequences } from '#app/_ui/layout/consequences.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { Rows } from '#app/_ui/layout/rows.tsx'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { entriesOfPage, readListState, type SearchParams } from '#app/_ui/list/list-state.ts'
import { Pagination } from '#app/_ui/list/pagination.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { AccountHeader } from '../account-header.tsx'
import { RememberedBrowsers } from './remembered-browsers.tsx'
import { SessionRow } from './session-row.tsx'

const path = '/account/sessions'
const size = 20

interface SessionsPageProps {
  readonly searchParams: SearchParams
}

/** The devices on which the visitor is signed in, this one first. */
export default async function SessionsPage({ searchParams }: SessionsPageProps) {
  const t = await pageTexts()
  const { page } = await readListState(searchParams)
  const { api } = await openConsole()
  const { sessions } = await api.listOwnSessions()
  const here = sessions.filter(({ isCurrent }) => isCurrent)
  const others = sessions.filter(({ isCurrent }) => !isCurrent)
  const shown = entriesOfPage([...here, ...others], page, { size, path, kept: {} })
  return (
    <>
      <AccountHeader
        page="sessions"
        intro={t('account.sessions.intro')}
        actions={
          others.length > 0 && (
            <Confirm
              id="end-others"
              action={`${path}/submit/end-others`}
              trigger={t('account.sessions.end_others')}
              title={t('account.sessions.end_others_title', { count: others.length })}
              body={
                <Consequences
                  lines={[
                    [AppWindow, t('account.sessions.end_body')],
                    [LogIn, t('account.sessions.end_stays')],
                  ]}
                />
              }
              confirm={t('account.sessions.end_others')}
            />
          )
        }
      />
      {sessions.length === 0 ? (
        <Panel>
          <EmptyState
            icon={MonitorSmartphone}
            title={t('account.sessions.none')}
            text={t('account.sessions.none_text')}
          />
        </Panel>
      ) : (
        <Panel flush>
          <Rows id="sessions">
            {shown.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </Rows>
          {sessions.length > size && (
            <Pagination page={page} size={size} total={sessions.length} path={path} />
          )}
        </Panel>
      )}
      <RememberedBrowsers />
    </>
  )
}
