import { History, historyQuery } from '#app/_ui/list/history.tsx'
import {
  openResource,
  type ResourcePageProps,
} from '#app/admin/resources/_parts/resource-page-data.ts'
import { ResourceShell } from '#app/admin/resources/_parts/resource-shell.tsx'
import { sectionAddress } from '#app/admin/resources/_parts/section-address.ts'

type HistoryPageProps = ResourcePageProps & {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

/** What happened to an API. */
export default async function ResourceHistoryPage(props: HistoryPageProps) {
  const data = await openResource(props)
  const { id } = data.resource
  const query = { ...historyQuery(await props.searchParams), resourceId: String(id) }
  const { events, next } = await data.api.listEvents({ query })
  return (
    <ResourceShell data={data} section="history" isEditable>
      <History path={sectionAddress(id, 'history')} events={events} next={next} />
    </ResourceShell>
  )
}
