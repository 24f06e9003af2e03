import { withNotice } from '#app/_ui/feedback/notices.ts'
import { adminDownload, redirectTo, unreadableFilter } from '#app/_ui/list/admin-download.ts'
import { maxRows, valuesOf } from '#app/_ui/list/export-route.ts'
import { addressWith } from '#app/_ui/list/list-address.ts'
import { exportHolders } from '#app/admin/resources/_parts/export-holders.ts'
import {
  holderFilterIn,
  holderParameters,
  isReadableFilter,
} from '#app/admin/resources/_parts/holder-filter.ts'

const pageOf = (path: string) => path.replace(/\/export$/, '')

/** Who has a permission, as CSV: the holders of the page's filter. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = adminDownload(
  ({ path }) => pageOf(path),
  async (api, ctx, { path, query }) => {
    const values = valuesOf(query)
    if (!isReadableFilter(values)) return unreadableFilter
    const filter = holderFilterIn(values)
    const id = Number(values.permission)
    const { ids = [], total } = await api.listPermissionHolders({
      params: { id },
      query: { ...filter, onlyIds: 'true' },
    })
    if (total > maxRows) {
      const list = addressWith(pageOf(path), holderParameters(id, filter))
      return redirectTo(withNotice(list, 'export_too_large'))
    }
    return exportHolders(api, { id, kind: filter.kind, ids }, ctx.now)
  },
)
