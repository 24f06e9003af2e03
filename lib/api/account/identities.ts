import { refuse } from '#lib/answers/refusal.ts'
import * as contract from '#lib/api/contract/account/identities.ts'
import { operation } from '#lib/api/operation.ts'
import { connectableToWire, userIdentitiesToWire } from '#lib/api/wire/identity-providers.ts'
import { adminTransaction } from '#lib/context.ts'
import { handleAddress } from '#lib/domain/identity-providers/handles.ts'
import { removeLink } from '#lib/domain/identity-providers/linked-identities.ts'
import {
  mayConnect,
  usableProvider,
  usableProviders,
} from '#lib/domain/identity-providers/usable.ts'
import { requireUser } from '#lib/domain/permissions/caller.ts'
import { confirmFactorChange, lockConfirmedOwner } from '#lib/domain/sign-in/factor-confirmation.ts'
import { keepWayIn } from '#lib/domain/sign-in/sign-in-methods.ts'

export const listOwnIdentities = operation(contract.listOwnIdentities, async (ctx, { caller }) => {
  const { user } = requireUser(caller)
  const [links, usable] = await Promise.all([
    ctx.store.userIdentities.findOfUser(user.id),
    usableProviders(ctx),
  ])
  const isConnected = (id: number) => links.some(({ providerId }) => providerId === id)
  return {
    identities: await userIdentitiesToWire(ctx, links),
    providers: usable
      .filter((provider) => mayConnect(provider) && !isConnected(provider.id))
      .map(connectableToWire),
  }
})

export const connectOwnIdentity = operation(contract.connectOwnIdentity, async (ctx, input) => {
  const caller = requireUser(input.caller)
  const provider = await usableProvider(ctx, { alias: input.params.alias })
  if (!provider || !mayConnect(provider)) throw refuse('NOT_FOUND')
  const { otherAccount, confirmation } = input.body()
  await confirmFactorChange(ctx, caller, confirmation ?? {})
  const url = await handleAddress(ctx, caller, provider, 'link')
  return { url: otherAccount ? `${url}&other=1` : url }
})

export const removeOwnIdentity = operation(contract.removeOwnIdentity, async (ctx, input) => {
  const caller = requireUser(input.caller)
  const provider = await ctx.store.identityProviders.findByAlias(input.params.alias)
  if (!provider) throw refuse('NOT_FOUND')
  await confirmFactorChange(ctx, caller, input.body().confirmation ?? {})
  await adminTransaction(ctx, async (tx) => {
    const user = await lockConfirmedOwner(tx, caller.user)
    const link = await tx.store.userIdentities.findAt(user.id, provider.id)
    if (!link) throw refuse('NOT_FOUND')
    await keepWayIn(tx, user, { identity: link.id })
    await removeLink(tx, user, link, {
      loggedInUser: user.subject,
      keptSession: caller.session?.sessionIdentifier ?? null,
      place: caller.session,
    })
  })
  return { success: true }
})
