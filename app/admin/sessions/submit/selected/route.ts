import { FormRefusal } from '#app/_ui/form/form-values.ts'
import { idsOfList } from '#app/_ui/form/list-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Ends the ticked sessions; those of administrators go on if the visitor may not end them. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form, t }) => {
    const sessionIds = idsOfList(form, 'sessionIds')
    if (sessionIds.length === 0) throw new FormRefusal('', t('access.sessions.choose'))
    const { ended, refused } = await api.endSessions({ body: { sessionIds } })
    return {
      message: t('access.sessions.ended', { ended, refused: refused.length }),
      isStale: true,
    }
  },
  userRefusals(),
)
