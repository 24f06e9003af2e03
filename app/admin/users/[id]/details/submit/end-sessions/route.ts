import { textOfField } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Ends every session of the user that the page counted. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, form, t }) => {
    const { ended, refused } = await api.endSessions({
      body: {
        filter: { userId: id() },
        seenTotal: Number(textOfField(form, 'seenTotal')),
        seenAt: textOfField(form, 'seenAt'),
      },
    })
    const message = t('access.sessions.ended', { ended, refused: refused.length })
    return { message, isStale: true }
  },
  (t, settings) => {
    const refusals = userRefusals()(t, settings)
    return {
      ...refusals,
      texts: { ...refusals.texts, CONCURRENT_UPDATE: t('access.sessions.more_now') },
      stale: ['CONCURRENT_UPDATE'],
    }
  },
)
