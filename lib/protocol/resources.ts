import type { Parameters } from '#lib/base/text/parameters.ts'
import { splitWords } from '#lib/base/text/text.ts'
import type { Context } from '#lib/context.ts'
import { builtInResource } from '#lib/domain/permissions/built-in.ts'
import { indicatorKey, maxIndicatorBytes } from '#lib/domain/resources/resource-indicators.ts'
import { protocolFeatures } from '#lib/domain/settings/protocol-features.ts'
import { invalidScope, invalidTarget } from './errors.ts'
import { audiencesOf, isPermissionScope, named } from './scopes.ts'

/** A resource that a request names by one of its addresses (RFC 8707). */
export interface NamedResource {
  readonly resourceIdentifier: string
  /** The first of its addresses, whichever was sent: the audience of tokens. */
  readonly uri: string
}

/** The scopes and audiences of an access token. */
export interface TokenAccess {
  readonly scopes: readonly string[]
  readonly audiences: readonly string[]
}

/** What a user granted. */
export interface GrantedAccess {
  readonly scopes: readonly string[]
  /** Addresses separated by one space; '' for no limit. */
  readonly resources: string
}

/** Values of `resource` in one request. */
const maxResources = 8

/** The read values of `resource`; none while resource indicators are off. */
export function sentResources(ctx: Context, parameters: Parameters): readonly string[] {
  return protocolFeatures(ctx).resourceIndicators ? parameters.all('resource') : []
}

/**
 * Finds the resources that a request names, each once, in its order.
 * @param sent values of `resource`
 * @throws OAuthError `invalid_target`: over 8, no absolute URI without a fragment, or an address of no resource
 */
export async function findResources(
  ctx: Context,
  sent: readonly string[],
): Promise<readonly NamedResource[]> {
  if (sent.length === 0) return []
  if (sent.length > maxResources) {
    throw invalidTarget(`The parameter 'resource' may be sent at most ${maxResources} times.`)
  }
  if (!sent.every(isAbsoluteUri)) {
    throw invalidTarget("The parameter 'resource' must be an absolute URI without a fragment.")
  }
  const resources = await namedResources(ctx)
  return distinct(
    sent.map((uri) => {
      const found = resources.get(indicatorKey(uri) ?? '')
      if (!found) throw invalidTarget(`There is no resource '${named(uri)}'.`)
      return found
    }),
  )
}

/**
 * Checks that the scopes and the resources of a request belong together.
 * @throws OAuthError `invalid_scope`: a permission of another resource, or a resource without any scope
 */
export function checkScopesOfResources(
  resources: readonly NamedResource[],
  scopes: readonly string[],
): void {
  if (resources.length === 0) return
  const foreign = scopes.find(
    (scope) =>
      isPermissionScope(scope) && !resources.some((resource) => belongsTo(scope, resource)),
  )
  if (foreign !== undefined) {
    throw invalidScope(
      'scope_without_resource',
      `The scope '${named(foreign)}' belongs to none of the requested resources.`,
    )
  }
  const empty = resources.find((resource) => !hasScope(resource, scopes))
  if (empty) {
    throw invalidScope(
      'scope_without_resource',
      `The request has no scope of the resource '${named(empty.uri)}'.`,
    )
  }
}

/**
 * The stored resources of a request or grant, with their present names. A resource without a granted scope does not
 * count: its address may have moved to it from another one.
 */
export async function remainingResources(
  ctx: Context,
  { scopes, resources: stored }: GrantedAccess,
): Promise<readonly NamedResource[]> {
  if (stored === '') return []
  const resources = await namedResources(ctx)
  const found = splitWords(stored).flatMap((uri) => resources.get(indicatorKey(uri) ?? '') ?? [])
  return distinct(found).filter((resource) => hasScope(resource, scopes))
}

/**
 * Limits an access token to the resources of its grant, and to the resource that the request for it names.
 * @param form of the request at the token endpoint
 * @param scopes of this answer; a refresh may have narrowed those of the grant
 * @throws OAuthError `invalid_target`: unusable, not part of the grant, or nothing of the grant is left;
 *   `invalid_scope` when no scope is left
 */
export async function accessFor(
  ctx: Context,
  form: Parameters,
  grant: GrantedAccess,
  scopes: readonly string[],
): Promise<TokenAccess> {
  const [sent] = await findResources(ctx, sentResources(ctx, form))
  if (!sent && grant.resources === '') return unlimited(scopes)
  const granted = await remainingResources(ctx, grant)
  if (!sent) {
    if (granted.length === 0) throw invalidTarget('No resource of the grant is left.')
    return limitedTo(granted, scopes)
  }
  const isGranted =
    grant.resources === ''
      ? hasScope(sent, grant.scopes)
      : granted.some(({ resourceIdentifier }) => resourceIdentifier === sent.resourceIdentifier)
  if (!isGranted) {
    throw invalidTarget(`The resource '${named(sent.uri)}' is not part of the grant.`)
  }
  return limitedTo([sent], scopes)
}

/** @throws OAuthError `invalid_scope` when no scope is left */
export function limitedTo(
  resources: readonly NamedResource[],
  scopes: readonly string[],
): TokenAccess {
  const left = resources.filter((resource) => hasScope(resource, scopes))
  if (left.length === 0) {
    throw invalidScope('scope_without_resource', 'The requested scope has none of the resource.')
  }
  return {
    scopes: scopes.filter((scope) => left.some((resource) => belongsTo(scope, resource))),
    audiences: left.map(({ resourceIdentifier, uri }) =>
      resourceIdentifier === builtInResource.identifier ? resourceIdentifier : uri,
    ),
  }
}

export function unlimited(scopes: readonly string[]): TokenAccess {
  return { scopes, audiences: audiencesOf(scopes) }
}

/** The resource that an audience of a token names now: by an address, or by its identifier. */
export async function resourceOfAudience(ctx: Context, audience: string): Promise<string> {
  if (!audience.includes(':')) return audience
  const resources = await namedResources(ctx)
  return resources.get(indicatorKey(audience) ?? '')?.resourceIdentifier ?? audience
}

/** Resources by the compared form of their addresses. This server's own address names the built-in resource. */
async function namedResources(ctx: Context): Promise<ReadonlyMap<string, NamedResource>> {
  const { baseUrl } = ctx.config
  const own: NamedResource = { resourceIdentifier: builtInResource.identifier, uri: baseUrl }
  const first = new Map<string, NamedResource>()
  const resources = new Map([[indicatorKey(baseUrl) ?? '', own]])
  for (const { resourceIdentifier, uri, uriKey } of await ctx.configuration.resourceIndicators()) {
    const resource = first.get(resourceIdentifier) ?? { resourceIdentifier, uri }
    first.set(resourceIdentifier, resource)
    if (!resources.has(uriKey)) resources.set(uriKey, resource)
  }
  return resources
}

function hasScope(resource: NamedResource, scopes: readonly string[]): boolean {
  return scopes.some((scope) => belongsTo(scope, resource))
}

function belongsTo(scope: string, { resourceIdentifier }: NamedResource): boolean {
  return audiencesOf([scope]).includes(resourceIdentifier)
}

function distinct(resources: readonly NamedResource[]): NamedResource[] {
  return [...new Map(resources.map((resource) => [resource.resourceIdentifier, resource])).values()]
}

function isAbsoluteUri(text: string): boolean {
  const isShort = Buffer.byteLength(text) <= maxIndicatorBytes
  return isShort && /^[a-z][a-z0-9+.-]*:/i.test(text) && !text.includes('#') && URL.canParse(text)
}
