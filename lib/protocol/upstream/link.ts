import type { Outcome } from '#lib/answers/outcome.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import { type AdminTx, adminTransaction, type Context } from '#lib/context.ts'
import { personOf } from '#lib/domain/identity-providers/handles.ts'
import { linkIdentity } from '#lib/domain/identity-providers/linked-identities.ts'
import { mayConnect, usableProvider } from '#lib/domain/identity-providers/usable.ts'
import { placeOf } from '#lib/domain/mail/notices.ts'
import { isUniqueViolation } from '#lib/persistence/errors.ts'
import type { IdentityProviderRecord, UserRecord } from '#lib/persistence/store.ts'
import { errorPage } from '../error-page.ts'
import { ProviderFailure } from './failure.ts'
import type { Identity } from './identity.ts'
import { noteFailure, noteSuccess } from './note-failure.ts'
import { errorOfFault } from './provider-error.ts'
import type { Returned } from './returned.ts'

/** The results of connecting an account, as the page of linked accounts reports them. */
export type LinkResult =
  | 'connected'
  | 'already'
  | 'other'
  | 'taken'
  | 'unreachable'
  | 'cancelled'
  | 'refused'
  | 'gone'

/** The address of the page of linked accounts, with the result of connecting one. */
export function linkedAccountsAddress(
  { config }: Pick<Context, 'config'>,
  { alias }: Pick<IdentityProviderRecord, 'alias'>,
  result: LinkResult,
): string {
  const query = new URLSearchParams({ link: result, provider: alias })
  return `${config.baseUrl}/account/linked-accounts?${query}`
}

/**
 * Connects the returned identity to the account of the signed-in user who asked for it. The address does not matter,
 * because the user is signed in to both. Writes `linked_provider`.
 */
export async function linkFromProvider(
  ctx: Context,
  incoming: Incoming,
  { request, provider, usable, identify }: Returned,
): Promise<Outcome> {
  const person = await personOf(ctx, incoming.cookies.session, request)
  if (!person) return errorPage(400, 'provider_response_unknown')
  const back = (result: LinkResult): Outcome => ({
    kind: 'redirect',
    status: 303,
    location: linkedAccountsAddress(ctx, provider, result),
  })
  if (!usable) return back('gone')
  let identity: Identity
  try {
    identity = await identify()
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    await noteFailure(ctx, provider, error)
    const fault = errorOfFault(error.fault)
    return back(fault === 'embedded' ? 'refused' : fault)
  }
  await noteSuccess(ctx, provider)
  const email = identity.email || (await namedEmailOf(identity))
  const write = (tx: AdminTx) => connect(tx, person, provider, { ...identity, email })
  try {
    return back(await adminTransaction(ctx, write))
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    // Another sign-in linked it first.
    return back('taken')
  }
}

/** Only for display: without it, the link has no address. */
async function namedEmailOf(identity: Identity): Promise<string> {
  try {
    return (await identity.profile([])).email.address
  } catch (error) {
    if (error instanceof ProviderFailure) return ''
    throw error
  }
}

type Found = Pick<Identity, 'issuer' | 'subject' | 'email'>

/** Reads provider, person and links again where they can no longer change. */
async function connect(
  tx: AdminTx,
  person: UserRecord,
  { id }: IdentityProviderRecord,
  identity: Found,
): Promise<LinkResult> {
  await tx.store.identityProviders.hold(id)
  const provider = await usableProvider(tx, { id })
  if (!provider || !mayConnect(provider)) return 'gone'
  const user = await tx.store.users.lock(person.id)
  const isSame =
    user?.enabled === true &&
    user.authStateGeneration === person.authStateGeneration &&
    user.otpConfigGeneration === person.otpConfigGeneration
  if (!isSame) return 'gone'
  const holder = await tx.store.userIdentities.find({ providerId: id, ...identity })
  if (holder) return holder.userId === user.id ? 'already' : 'taken'
  if (await tx.store.userIdentities.findAt(user.id, id)) return 'other'
  await linkIdentity(tx, user, provider, identity, placeOf(tx))
  return 'connected'
}
