import { refuse } from '#lib/answers/refusal.ts'
import * as contract from '#lib/api/contract/account/consents.ts'
import { operation } from '#lib/api/operation.ts'
import { ownConsentToWire } from '#lib/api/wire/own-consents.ts'
import { adminTransaction } from '#lib/context.ts'
import { withdrawConsent } from '#lib/domain/clients/consents.ts'
import { listOwnApprovals } from '#lib/domain/clients/own-approvals.ts'
import { requireUser } from '#lib/domain/permissions/caller.ts'

/** Consents of the calling user, oldest first. */
export const listOwnConsents = operation(contract.listOwnConsents, async (ctx, { caller }) => {
  const consents = await listOwnApprovals(ctx, requireUser(caller).user.id)
  return { consents: consents.map(ownConsentToWire) }
})

/** Withdraws a consent. The client's next refresh that needs it fails. */
export const deleteOwnConsent = operation(
  contract.deleteOwnConsent,
  async (ctx, { caller, params }) => {
    const { user } = requireUser(caller)
    const consent = await ctx.store.consents.findById(params.id)
    if (!consent) throw refuse('NOT_FOUND')
    if (consent.userId !== user.id) throw refuse('FORBIDDEN')
    const entry = { event: 'deleted_own_user_consent', loggedInUser: user.subject } as const
    await adminTransaction(ctx, (tx) => withdrawConsent(tx, consent, entry))
    return { success: true }
  },
)
