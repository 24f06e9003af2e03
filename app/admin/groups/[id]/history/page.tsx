import { History, historyQuery } from '#app/_ui/list/history.tsx'
import { type GroupPageProps, openGroup } from '#app/admin/groups/_parts/group-page-data.ts'
import { GroupShell } from '#app/admin/groups/_parts/group-shell.tsx'

type HistoryPageProps = GroupPageProps & {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

/** What happened to a group. */
export default async function GroupHistoryPage(props: HistoryPageProps) {
  const data = await openGroup(props)
  const { id } = data.group
  const query = historyQuery(await props.searchParams)
  const { events, next } = await data.api.getGroupHistory({ params: { id }, query })
  return (
    <GroupShell data={data} section="history">
      <History path={`/admin/groups/${id}/history`} events={events} next={next} />
    </GroupShell>
  )
}
