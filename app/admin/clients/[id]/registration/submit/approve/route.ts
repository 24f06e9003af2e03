import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { decide, decisionRefusals } from '#app/admin/clients/[id]/registration/submit/decide.ts'

/** Approves a client that registered itself. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  (submission) => decide(submission, 'approved'),
  decisionRefusals,
)
