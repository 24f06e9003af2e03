import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { endOwnSession } from '#app/account/sessions/_parts/end-session.ts'

/** Number of sessions to end in parallel. */
const sideBySide = 5

/** Ends every session except that of this browser. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api }) => {
  const { sessions } = await api.listOwnSessions()
  const left = sessions.filter(({ isCurrent }) => !isCurrent).map(({ id }) => id)
  const endInTurn = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) await endOwnSession(api, id)
  }
  await Promise.all(Array.from({ length: sideBySide }, endInTurn))
  return { done: 'sessions_ended' }
})
