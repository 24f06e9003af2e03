import { recordRefusals } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Approves a client that registered itself. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api, id }) => {
  await api.updateClientApproval({ params: { id: id() }, body: { approval: 'approved' } })
  return { done: 'saved' }
}, recordRefusals)
