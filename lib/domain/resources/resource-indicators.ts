import { refuse } from '#lib/answers/refusal.ts'
import type { AdminTx } from '#lib/context.ts'
import { isUniqueViolation } from '#lib/persistence/errors.ts'
import type { ResourceRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { actorOf, type Caller } from '../permissions/caller.ts'
import { listChange, requireExpected } from '../values/expected-list.ts'
import { invalidField, invalidValue } from '../values/validation.ts'
import { isBuiltInResource } from './resources.ts'

/** Addresses of one resource. */
const maxIndicators = 10
/** The longest address, in bytes. */
export const maxIndicatorBytes = 2048

/**
 * The form in which addresses of resources are compared: scheme and host in lower case, without a default port, and a
 * bare origin with its slash, as `URL.href` writes it. Nothing else is folded.
 * @returns null for a text that is no absolute http or https address of ASCII characters, or has a user, a query, a
 *   fragment, or over 2,048 bytes
 */
export function indicatorKey(uri: string): string | null {
  const [, authority = '', path = ''] = /^https?:\/\/([^/?#@\\]+)(\/[^?#\\]*)?$/i.exec(uri) ?? []
  if (authority === '' || !/^[\x21-\x7e]+$/.test(uri) || uri.length > maxIndicatorBytes) return null
  const url = URL.parse(`${uri.slice(0, uri.length - path.length)}/`)
  return url && `${url.origin}${path || '/'}`
}

/**
 * Checks the addresses of a resource.
 * @param baseUrl this server's own address, which always names the built-in resource
 * @returns them with their compared forms, in the order as sent
 * @throws Refusal VALIDATION_ERROR (over 10, repeated, or of the built-in resource), validator.protocol.indicator
 */
function checkIndicators(
  { config: { baseUrl } }: Pick<AdminTx, 'config'>,
  resource: ResourceRecord,
  sent: readonly string[],
): { readonly uri: string; readonly uriKey: string }[] {
  if (isBuiltInResource(resource) && sent.length > 0) {
    throw invalidValue('The address of this server is its indicator.')
  }
  if (sent.length > maxIndicators) {
    throw invalidField('indicators', `may have at most ${maxIndicators} entries`)
  }
  const known = new Set([indicatorKey(baseUrl)])
  return sent.map((text) => {
    const uri = text.trim()
    const uriKey = indicatorKey(uri)
    if (uriKey === null) throw refuse('validator.protocol.indicator', { parameters: { uri } })
    if (known.has(uriKey)) throw alreadyUsed(uri)
    known.add(uriKey)
    return { uri, uriKey }
  })
}

/**
 * Saves the addresses of a resource; the next request on every process uses them. The first one is the audience of
 * tokens. Writes `updated_resource_indicators`; nothing when nothing changed.
 * @param expected the addresses as last read, in any order; absent or null skips the comparison
 * @returns them as stored
 * @throws Refusal NOT_FOUND, VALIDATION_ERROR, validator.protocol.indicator, CONCURRENT_UPDATE
 */
export async function saveIndicators(
  tx: AdminTx,
  resourceId: number,
  sent: readonly string[],
  caller: Caller,
  expected?: readonly string[] | null,
): Promise<readonly string[]> {
  const resource = await tx.store.resources.lock(resourceId)
  if (!resource) throw refuse('NOT_FOUND')
  const wanted = checkIndicators(tx, resource, sent)
  const stored = await tx.store.resourceIndicators.listOf(resourceId)
  requireExpected(stored, expected)
  const uris = wanted.map(({ uri }) => uri)
  if (uris.join(' ') === stored.join(' ')) return stored
  await refuseOthers(tx, resource, wanted)
  try {
    await tx.store.resourceIndicators.replace(resourceId, wanted, tx.now)
  } catch (error) {
    throw isUniqueViolation(error) ? refuse('CONCURRENT_UPDATE') : error
  }
  const { added, removed } = listChange(stored, uris)
  const loggedInUser = actorOf(caller)
  audit(tx, 'updated_resource_indicators', { resourceId, added, removed, loggedInUser })
  return uris
}

/** Refuses addresses of other resources. The unique column decides between two saves at the same moment. */
async function refuseOthers(
  tx: AdminTx,
  { resourceIdentifier }: ResourceRecord,
  wanted: readonly { readonly uri: string; readonly uriKey: string }[],
): Promise<void> {
  const all = await tx.store.resourceIndicators.all()
  const others = all.filter((row) => row.resourceIdentifier !== resourceIdentifier)
  const taken = new Set(others.map(({ uriKey }) => uriKey))
  const found = wanted.find(({ uriKey }) => taken.has(uriKey))
  if (found) throw alreadyUsed(found.uri)
}

function alreadyUsed(uri: string) {
  return invalidValue(`The address '${uri}' is already used.`)
}
