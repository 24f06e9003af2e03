import { History, historyQuery } from '#app/_ui/list/history.tsx'
import { refusalsAddress } from '#app/admin/refusals/_parts/refusal-query.ts'
import { openUser, type UserPageProps } from '#app/admin/users/_parts/user-page-data.ts'
import { UserShell } from '#app/admin/users/_parts/user-shell.tsx'

/** What happened to a user. */
export default async function UserHistoryPage(props: UserPageProps) {
  const data = await openUser(props)
  const { id } = data.user
  const query = historyQuery(await props.searchParams)
  const { events, next } = await data.api.getUserHistory({ params: { id }, query })
  return (
    <UserShell data={data} section="history">
      <History
        path={`/admin/users/${id}/history`}
        events={events}
        next={next}
        refusals={refusalsAddress({ userId: String(id) })}
      />
    </UserShell>
  )
}
