import { withNotice } from '#app/_ui/feedback/notices.ts'
import { adminDownload, redirectTo, unreadableFilter } from '#app/_ui/list/admin-download.ts'
import { valuesOf } from '#app/_ui/list/export-route.ts'
import {
  activityAddress,
  exportFormats,
  filterIn,
  isReadableFilter,
} from '#app/admin/activity/_parts/filter.ts'
import { eventQuery, periodOf } from '#app/admin/activity/_parts/query.ts'
import { noStore } from '#lib/answers/outcome.ts'
import { ApiError } from '#lib/api/client.ts'

/** The activity of the page's filter as a file, which is sent while it is read. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = adminDownload(
  '/admin/activity',
  async (api, ctx, { query }) => {
    const values = valuesOf(query)
    const format = exportFormats.find((one) => one === (values.format ?? 'csv'))
    if (!isReadableFilter(values) || !format) return unreadableFilter
    const filter = { ...filterIn(values), after: '' }
    const period = periodOf(filter, ctx.now)
    const wanted = period && (await eventQuery(api, filter))
    if (!wanted) return redirectTo(activityAddress(filter))
    try {
      const file = await api.exportEvents({ query: { ...wanted, ...period, format } })
      return {
        kind: 'stream',
        status: 200,
        contentType: file.contentType,
        body: file.body,
        headers: { ...noStore, 'Content-Disposition': `attachment; filename="${file.fileName}"` },
      }
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'activity.export_too_large') throw error
      return redirectTo(withNotice(activityAddress(filter), 'activity_too_large'))
    }
  },
)
