import { recordRefusals } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Refuses a client that registered itself. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api, id }) => {
  await api.updateClientApproval({ params: { id: id() }, body: { approval: 'refused' } })
  return { done: 'saved' }
}, recordRefusals)
