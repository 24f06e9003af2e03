import type { AdminTx, Context } from '#lib/context.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { clientViolation } from '../permissions/administrators.ts'
import { type AuthorizedOperation, authorizeWrite } from '../permissions/authorized-write.ts'
import { builtInResource } from '../permissions/built-in.ts'
import { listChange, maxListed, requireExpected } from '../values/expected-list.ts'
import { invalidField, invalidValue } from '../values/validation.ts'
import { lockClient } from './clients.ts'

/** A save of the complete list of resources whose tokens a client may introspect. */
export interface IntrospectionSave {
  readonly client: Pick<ClientRecord, 'id' | 'isPublic'>
  /** Ids of existing resources, without duplicates. */
  readonly wanted: readonly number[]
  /** The list as last read; absent or null skips the comparison. */
  readonly expected?: readonly number[] | null | undefined
}

/**
 * Checks the resources whose tokens a client may introspect.
 * @returns their ids, without duplicates
 * @throws Refusal VALIDATION_ERROR: over 1,000, unknown, or any for a public client
 */
export async function checkIntrospectedResources(
  ctx: Context,
  { isPublic }: Pick<ClientRecord, 'isPublic'>,
  ids: readonly number[],
): Promise<readonly number[]> {
  if (ids.length > maxListed) {
    throw invalidField('resourceIds', `may have at most ${maxListed} entries`)
  }
  if (isPublic && ids.length > 0) throw invalidValue('A public client may not introspect tokens.')
  const known = new Set((await ctx.store.resources.list()).map(({ id }) => id))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined) throw noResource(unknown)
  return [...new Set(ids)]
}

/**
 * Refuses a granular token that writes to an administrator client, or links a client to this server's own resource: such
 * a client could watch the tokens of administrators.
 * @returns the context to write with, which checks the policy again: see `authorizeWrite`
 * @throws Refusal MANAGE_SCOPE_REQUIRED
 */
export function guardIntrospection(
  ctx: Context,
  operation: AuthorizedOperation,
  { client: { id }, wanted }: Pick<IntrospectionSave, 'client' | 'wanted'>,
): Promise<Context> {
  return authorizeWrite(ctx, operation, {
    hold: (tx) => holdAll(tx, wanted, id),
    async violation(now) {
      const own = await now.store.resources.findByIdentifier(builtInResource.identifier)
      const { added } = listChange(await now.store.introspectionLinks.listOf(id), wanted)
      if (own && added.includes(own.id)) {
        return { rule: 'grant', target: { targetKind: 'client', targetId: id } }
      }
      return clientViolation(now, id)
    },
  })
}

/**
 * Saves the resources whose tokens a client may introspect; the next request on every process follows them. Writes
 * `updated_client_introspection`; nothing when nothing changed.
 * @returns the ids as stored
 * @throws Refusal NOT_FOUND (client deleted meanwhile), VALIDATION_ERROR (resource deleted, or client made public
 *   meanwhile), CONCURRENT_UPDATE
 */
export async function saveIntrospection(
  tx: AdminTx,
  { client: { id: clientId }, wanted, expected }: IntrospectionSave,
  loggedInUser: string,
): Promise<readonly number[]> {
  await holdAll(tx, wanted, clientId)
  await checkIntrospectedResources(tx, await lockClient(tx, clientId), wanted)
  const stored = await tx.store.introspectionLinks.listOf(clientId)
  requireExpected(stored, expected)
  const { added, removed } = listChange(stored, wanted)
  if (added.length === 0 && removed.length === 0) return stored
  await tx.store.introspectionLinks.remove(clientId, removed)
  await tx.store.introspectionLinks.add(clientId, added, tx.now)
  const resourceIds = wanted.toSorted((a, b) => a - b)
  audit(tx, 'updated_client_introspection', { clientId, resourceIds, loggedInUser })
  return resourceIds
}

/** Locks the resources and then the client, as everywhere. */
async function holdAll(tx: AdminTx, ids: readonly number[], clientId: number): Promise<void> {
  await tx.store.introspectionLinks.holdResources(ids)
  await tx.store.clients.lock(clientId)
}

function noResource(id: number) {
  return invalidValue(`There is no resource with the id ${id}.`)
}
