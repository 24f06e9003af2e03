import { adminDownload, redirectTo } from '#app/_ui/list/admin-download.ts'
import { clientList } from '#app/admin/clients/_parts/client-list.ts'
import { sectionAddress } from '#app/admin/clients/_parts/section-address.ts'
import { ApiError } from '#lib/api/client.ts'

/** Opens a real authorization request of the application, which ends on a page with the claims. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = adminDownload(
  clientList.path,
  async (api, _ctx, { path }) => {
    const id = Number(/^\/admin\/clients\/(\d{1,15})\//.exec(path)?.[1] ?? 0)
    try {
      const { address } = await api.getSignInTest({ params: { id } })
      return redirectTo(address)
    } catch (error) {
      // The page says what the application lacks for a test, or that there is none.
      if (error instanceof ApiError && (error.status === 400 || error.status === 404)) {
        return redirectTo(sectionAddress(id, 'connect'))
      }
      throw error
    }
  },
)
