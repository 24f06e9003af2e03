import { FormRefusal, textOfField } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { sessionFilterOf } from '#app/admin/sessions/_parts/session-filter.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Ends every session of the page's filter, as the page showed it. Without a filter, the number must be typed. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form, query, t }) => {
    const filter = sessionFilterOf(Object.fromEntries(query))
    const seenTotal = Number(textOfField(form, 'seenTotal'))
    const isEverybody = Object.keys(filter).length === 0
    if (isEverybody && textOfField(form, 'number').trim() !== String(seenTotal)) {
      throw new FormRefusal('number', t('access.sessions.number_mismatch'))
    }
    const seenAt = textOfField(form, 'seenAt')
    const { ended, refused } = await api.endSessions({ body: { filter, seenTotal, seenAt } })
    return {
      message: t('access.sessions.ended', { ended, refused: refused.length }),
      isStale: true,
    }
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
