import { recordRefusals } from '#app/_ui/form/record-refusals.ts'
import { saveList } from '#app/_ui/form/save-list.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { listAsRead, listOfForm } from '#app/admin/clients/_parts/list-of-form.ts'
import { webOriginProblem } from '#app/admin/clients/_parts/uri-problems.ts'

/** Saves the origins whose scripts may call the server. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async (submission) => {
  const { api, id, form, t } = submission
  const params = { id: id() }
  const mine = listOfForm(submission, webOriginProblem)
  const read = listAsRead(form)
  await saveList(
    t,
    () =>
      api.updateClientWebOrigins({ params, body: { webOrigins: mine, expectedWebOrigins: read } }),
    async () => {
      const { client } = await api.getClient({ params })
      return read && { read, mine, now: (client.webOrigins ?? []).map(({ origin }) => origin) }
    },
  )
  return { done: 'saved' }
}, recordRefusals)
