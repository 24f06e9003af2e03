import { refuse } from '#lib/answers/refusal.ts'
import * as contract from '#lib/api/contract/admin/identity-providers.ts'
import { operation } from '#lib/api/operation.ts'
import {
  identityProvidersToWire,
  identityProviderToWire,
} from '#lib/api/wire/identity-providers.ts'
import { adminTransaction, type Context } from '#lib/context.ts'
import { checkProvider, type ProviderFields } from '#lib/domain/identity-providers/fields.ts'
import { handleAddress } from '#lib/domain/identity-providers/handles.ts'
import * as providers from '#lib/domain/identity-providers/identity-providers.ts'
import { unlinkIdentity } from '#lib/domain/identity-providers/linked-identities.ts'
import { guardAlways, guardUser } from '#lib/domain/permissions/administrators.ts'
import { actorOf, requireUser } from '#lib/domain/permissions/caller.ts'
import { findUser } from '#lib/domain/users/users.ts'
import { checkConnection } from '#lib/protocol/upstream/check-connection.ts'
import { ProviderFailure } from '#lib/protocol/upstream/failure.ts'
import { fetchMetadata, OtherIssuer } from '#lib/protocol/upstream/metadata.ts'

/**
 * A provider decides who its users are, so a caller who can write one can become any user: every write needs
 * `authserver:manage`.
 */
const rule = { rule: 'settings' } as const

export const listIdentityProviders = operation(contract.listIdentityProviders, async (ctx) => ({
  identityProviders: await identityProvidersToWire(ctx, await ctx.store.identityProviders.list()),
}))

export const createIdentityProvider = operation(
  contract.createIdentityProvider,
  async (ctx, { body, caller, authorized }) => {
    const checked = checkProvider(ctx, body(), null)
    const allowed = await guardAlways(ctx, authorized, rule)
    const { warning } = await askFor(ctx, checked.fields)
    const provider = await adminTransaction(allowed, (tx) =>
      providers.createProvider(tx, checked, actorOf(caller)),
    )
    return { identityProvider: await identityProviderToWire(ctx, provider), warning }
  },
)

export const orderIdentityProviders = operation(
  contract.orderIdentityProviders,
  async (ctx, { body, caller, authorized }) => {
    const { ids, expectedIds } = body()
    const allowed = await guardAlways(ctx, authorized, rule)
    await adminTransaction(allowed, (tx) =>
      providers.orderProviders(tx, ids, expectedIds, actorOf(caller)),
    )
    return { success: true }
  },
)

export const getIdentityProvider = operation(
  contract.getIdentityProvider,
  async (ctx, { params }) => ({
    identityProvider: await identityProviderToWire(
      ctx,
      await providers.findProvider(ctx, params.id),
    ),
  }),
)

export const updateIdentityProvider = operation(
  contract.updateIdentityProvider,
  async (ctx, { params, body, caller, authorized }) => {
    const own = await providers.findProvider(ctx, params.id)
    const sent = body()
    const checked = checkProvider(ctx, sent, own)
    const allowed = await guardAlways(ctx, authorized, rule)
    const { fields } = checked
    const isSame = own.issuer === fields.issuer && own.clientId === fields.clientId
    const asked = isSame ? notAsked : await askFor(ctx, fields)
    const update = {
      forgetsLinks: sent.forgetLinks,
      isPairwise: asked.isPairwise,
      loggedInUser: actorOf(caller),
    }
    const provider = await adminTransaction(allowed, (tx) =>
      providers.updateProvider(tx, own, checked, update),
    )
    return {
      identityProvider: await identityProviderToWire(ctx, provider),
      warning: asked.warning,
    }
  },
)

export const deleteIdentityProvider = operation(
  contract.deleteIdentityProvider,
  async (ctx, { params, caller, authorized }) => {
    const { id } = await providers.findProvider(ctx, params.id)
    const allowed = await guardAlways(ctx, authorized, rule)
    await adminTransaction(allowed, (tx) => providers.removeProvider(tx, id, actorOf(caller)))
    return { success: true }
  },
)

export const testIdentityProvider = operation(
  contract.testIdentityProvider,
  async (ctx, { params, authorized }) => {
    const provider = await providers.findProvider(ctx, params.id)
    const allowed = await guardAlways(ctx, authorized, rule)
    return { checks: [...(await checkConnection(allowed, provider))] }
  },
)

export const tryIdentityProvider = operation(
  contract.tryIdentityProvider,
  async (ctx, { params, caller, authorized }) => {
    const provider = await providers.findProvider(ctx, params.id)
    const allowed = await guardAlways(ctx, authorized, rule)
    return { url: await handleAddress(allowed, requireUser(caller), provider, 'test') }
  },
)

export const removeUserIdentity = operation(
  contract.removeUserIdentity,
  async (ctx, { params, caller, authorized }) => {
    const { id } = await findUser(ctx, params.id)
    const allowed = await guardUser(ctx, authorized, id)
    await adminTransaction(allowed, (tx) =>
      unlinkIdentity(tx, id, params.identityId, {
        loggedInUser: actorOf(caller),
        keptSession: null,
        place: null,
      }),
    )
    return { success: true }
  },
)

interface Asked {
  readonly warning: '' | 'metadata_unreachable' | 'metadata_invalid'
  /** The provider gives every client other subjects. */
  readonly isPairwise: boolean
}

const notAsked: Asked = { warning: '', isPairwise: false }

/**
 * Fetches a provider's metadata before the provider is saved. An unreachable provider may be saved. One with another
 * issuer than the typed one may not, because every sign-in would fail.
 * @throws Refusal validator.provider.issuer_mismatch
 */
async function askFor(ctx: Context, fields: ProviderFields): Promise<Asked> {
  if (fields.preset === 'github') return notAsked
  try {
    const { subject_types_supported: types } = await fetchMetadata(ctx, fields)
    return { warning: '', isPairwise: types !== undefined && !types.includes('public') }
  } catch (error) {
    if (error instanceof OtherIssuer) {
      const { expected: issuer, found } = error
      throw refuse('validator.provider.issuer_mismatch', { parameters: { issuer, found } })
    }
    if (!(error instanceof ProviderFailure)) throw error
    const isAway = error.fault === 'unreachable'
    return { warning: isAway ? 'metadata_unreachable' : 'metadata_invalid', isPairwise: false }
  }
}
