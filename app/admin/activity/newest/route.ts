import { adminDownload } from '#app/_ui/list/admin-download.ts'
import { valuesOf } from '#app/_ui/list/export-route.ts'
import { filterIn } from '#app/admin/activity/_parts/filter.ts'
import { findEvents } from '#app/admin/activity/_parts/query.ts'
import { noStore } from '#lib/answers/outcome.ts'

/** The id of the newest entry of the page's filter, for Live: the page is read again when it changed. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = adminDownload(
  '/admin/activity',
  async (api, ctx, { query }) => {
    const { events } = await findEvents(api, filterIn(valuesOf(query)), ctx.now, 1)
    const body = { newest: events[0]?.id ?? null }
    return { kind: 'json', status: 200, body, headers: noStore }
  },
)
