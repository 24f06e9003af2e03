import { textOfField } from '#app/_ui/form/form-values.ts'
import { recordRefusals } from '#app/_ui/form/record-refusals.ts'
import type { Result, Submission, Texts } from '#app/_ui/form/submit-route.ts'

/** Decides on a client that registered itself, as the page showed it. */
export async function decide(
  { api, form, id }: Submission,
  approval: 'approved' | 'refused',
): Promise<Result> {
  await api.updateClientApproval({
    params: { id: id() },
    body: {
      approval,
      expectedApproval: textOfField(form, 'approval') || null,
      ...(form.has('changedAt') && { expectedChangedAt: textOfField(form, 'changedAt') || null }),
    },
  })
  return { done: 'saved' }
}

/** A document that changed meanwhile is shown. */
export function decisionRefusals(t: Texts) {
  return { ...recordRefusals(t), stale: ['CONCURRENT_UPDATE'] }
}
