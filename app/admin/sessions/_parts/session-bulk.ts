import type { BulkList } from '#app/_ui/list/bulk-list.ts'
import { shownEmail } from '#lib/domain/email/email-form.ts'
import { fullName } from '#lib/domain/users/full-name.ts'

/** The acts on several sessions. The page's header ends all sessions of a filter instead. */
export const sessionBulk: BulkList = {
  definition: {
    name: 'sessions',
    path: '/admin/sessions',
    sorts: { lastAccessed: 'desc' },
    sort: 'lastAccessed',
    filters: { user: 'id', application: 'id', address: 'text' },
    columns: [],
  },
  acts: ['sign-out'],
  async describe(api, ids) {
    const { sessions } = await api.listSessions({ query: { ids: ids.join(), limit: ids.length } })
    return sessions.map(({ id, user, deviceName, ipAddress }) => ({
      id,
      name: fullName(user) || shownEmail(user.email),
      note: [deviceName, ipAddress.split(',').at(-1)].filter(Boolean).join(', '),
      href: `/admin/users/${user.id}/sessions`,
    }))
  },
  async act(api, { id }) {
    await api.deleteUserSession({ params: { id } })
    return null
  },
}
