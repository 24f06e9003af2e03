import { History, historyQuery } from '#app/_ui/list/history.tsx'
import { type ClientPageProps, openClient } from '#app/admin/clients/_parts/client-page-data.ts'
import { ClientShell } from '#app/admin/clients/_parts/client-shell.tsx'
import { refusalsAddress } from '#app/admin/refusals/_parts/refusal-query.ts'

type HistoryPageProps = ClientPageProps & {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

/** What happened to a client. */
export default async function ClientHistoryPage(props: HistoryPageProps) {
  const data = await openClient(props)
  const { id } = data.client
  const query = historyQuery(await props.searchParams)
  const { events, next } = await data.api.getClientHistory({ params: { id }, query })
  return (
    <ClientShell data={data} section="history">
      <History
        path={`/admin/clients/${id}/history`}
        events={events}
        next={next}
        refusals={refusalsAddress({ clientId: String(id) })}
      />
    </ClientShell>
  )
}
