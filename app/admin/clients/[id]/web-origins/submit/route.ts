import { recordRefusals } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { listAsRead, listOfForm } from '#app/admin/clients/_parts/list-of-form.ts'
import { webOriginProblem } from '#app/admin/clients/_parts/uri-problems.ts'

/** Saves the origins whose scripts may call the server. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async (submission) => {
  const { api, id, form } = submission
  const body = {
    webOrigins: listOfForm(submission, webOriginProblem),
    expectedWebOrigins: listAsRead(form),
  }
  await api.updateClientWebOrigins({ params: { id: id() }, body })
  return { done: 'saved' }
}, recordRefusals)
