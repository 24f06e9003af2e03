import { refuse } from '#lib/answers/refusal.ts'
import * as contract from '#lib/api/contract/admin/user-consents.ts'
import { operation } from '#lib/api/operation.ts'
import { consentToWire } from '#lib/api/wire/consents.ts'
import { adminTransaction } from '#lib/context.ts'
import { withdrawConsent } from '#lib/domain/clients/consents.ts'
import { guardUser } from '#lib/domain/permissions/administrators.ts'
import { actorOf } from '#lib/domain/permissions/caller.ts'
import { findUser } from '#lib/domain/users/users.ts'

export const listUserConsents = operation(contract.listUserConsents, async (ctx, { params }) => {
  const user = await findUser(ctx, params.id)
  const consents = await ctx.store.consents.listOfUser(user.id)
  return { consents: consents.map(consentToWire) }
})

/** Withdraws a consent. The client's next refresh that needs it fails. */
export const deleteUserConsent = operation(
  contract.deleteUserConsent,
  async (ctx, { caller, authorized, params }) => {
    const consent = await ctx.store.consents.findById(params.id)
    if (!consent) throw refuse('NOT_FOUND')
    const allowed = await guardUser(ctx, authorized, consent.userId)
    const entry = { event: 'deleted_user_consent', loggedInUser: actorOf(caller) } as const
    await adminTransaction(allowed, (tx) => withdrawConsent(tx, consent, entry))
    return { success: true }
  },
)
