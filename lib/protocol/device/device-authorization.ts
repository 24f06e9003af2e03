import { noStore, type Outcome } from '#lib/answers/outcome.ts'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import { addressBlock } from '#lib/base/network/ip.ts'
import type { Parameters } from '#lib/base/text/parameters.ts'
import { cutCodePoints } from '#lib/base/text/text.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import { withoutForbiddenOffline } from '#lib/domain/clients/allowed-scopes.ts'
import { isDeviceGrantOn } from '#lib/domain/clients/client-flows.ts'
import { limitRequest } from '#lib/domain/limits/rate-limits.ts'
import { protocolFeatures } from '#lib/domain/settings/protocol-features.ts'
import { chooseTargetAcr } from '#lib/domain/sign-in/acr.ts'
import type { ClientStatus, ClientWithUris } from '#lib/persistence/store.ts'
import { AdministrativeScopeRefused, checkRequestedScopes } from '../authorize/request-checks.ts'
import { authenticateClient, findClient, readClientCredentials } from '../client-authentication.ts'
import { withPresentDocument } from '../client-document.ts'
import { readClientForm } from '../client-form.ts'
import { tooManyRequests, unauthorizedClient } from '../errors.ts'
import { featureOff } from '../feature-off.ts'
import { findResources, sentResources } from '../resources.ts'
import { isAdministrativeScope, parseScope } from '../scopes.ts'
import { userCodeHash, userCodeOf, withHyphen } from './user-code.ts'

/** How long a device code is valid, in seconds. */
const lifetimeSeconds = 600
/** The initial interval between polls, in seconds. */
const intervalSeconds = 5
/** Limits for waiting devices: of one public client in one network, and of all clients. */
const maxInNetwork = 50
const maxInAll = 10_000
/** Tries to find an unused code among 25 billion. */
const attempts = 5

/**
 * `POST /auth/device_authorization` (RFC 8628 section 3.1): a device without a browser asks for a code that its user
 * enters elsewhere. Its scopes are checked as at the authorization endpoint; administrative ones are refused to every
 * client, because the person who approves does not see the device.
 * @throws OAuthError as client authentication does; 400 `unauthorized_client`, `invalid_scope`, `invalid_target`; 429
 */
export async function authorizeDevice(asked: Context, incoming: Incoming): Promise<Outcome> {
  if (!protocolFeatures(asked).deviceGrant) return featureOff
  const form = readClientForm(asked, incoming, ['resource'])
  const credentials = readClientCredentials(asked, incoming.authorization, form)
  await limitPublic(asked, credentials.clientIdentifier)
  const ctx = await withPresentDocument(asked, credentials)
  const use = { endpoint: 'device_authorization' } as const
  const { client } = await authenticateClient(ctx, credentials, use)
  requireDeviceGrant(ctx, client)
  const request = await readRequest(ctx, client, form)
  await limitWaiting(ctx, client)
  const codes = await keep(ctx, client, request)
  const page = `${ctx.config.baseUrl}/device`
  const body = {
    device_code: codes.deviceCode,
    user_code: codes.userCode,
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${codes.userCode}`,
    expires_in: lifetimeSeconds,
    interval: intervalSeconds,
  }
  return { kind: 'json', status: 200, body, headers: noStore }
}

/** @throws OAuthError 400 `unauthorized_client` where the client may not use devices */
export function requireDeviceGrant(
  ctx: Pick<Context, 'config' | 'settings'>,
  client: ClientStatus,
): void {
  if (isDeviceGrantOn(ctx, client)) return
  throw unauthorizedClient('grant_off', 'The client is not allowed to use the device flow.')
}

/** A public client proves nothing, so any program may request codes in its name. */
async function limitPublic(ctx: Context, clientIdentifier: string): Promise<void> {
  const client = await findClient(ctx, clientIdentifier)
  if (!client?.isPublic) return
  const retryAfterSeconds = await limitRequest(ctx, 'device_ip', ctx.ip)
  if (retryAfterSeconds !== null) throw tooManyRequests(retryAfterSeconds)
}

/** Every waiting device has a code that could be guessed, and a row. */
async function limitWaiting(ctx: Context, { id, isPublic }: ClientWithUris): Promise<void> {
  const { store, now } = ctx
  const own = { clientId: id, ipAddress: addressBlock(ctx.ip) }
  const isFull = async (of: typeof own | null, limit: number) =>
    (await store.deviceAuthorizations.countWaiting(of, now, limit)) >= limit
  if ((isPublic && (await isFull(own, maxInNetwork))) || (await isFull(null, maxInAll))) {
    throw tooManyRequests(lifetimeSeconds)
  }
}

interface DeviceRequest {
  readonly scope: string
  readonly resources: string
  readonly targetAcr: string
}

async function readRequest(
  ctx: Context,
  client: ClientWithUris,
  form: Parameters,
): Promise<DeviceRequest> {
  const scopes = withoutForbiddenOffline(ctx, client, parseScope(form.value('scope')))
  await checkRequestedScopes(ctx, { parameters: form, client, scopes }, refuseAdministrative)
  const resources = await findResources(ctx, sentResources(ctx, form))
  return {
    scope: scopes.join(' '),
    resources: resources.map(({ uri }) => uri).join(' '),
    targetAcr: chooseTargetAcr(form.value('acr_values'), client.defaultAcrLevel),
  }
}

function refuseAdministrative(_: Context, { scopes }: { readonly scopes: readonly string[] }) {
  const scope = scopes.find(isAdministrativeScope)
  if (scope) throw new AdministrativeScopeRefused(scope)
}

async function keep(ctx: Context, client: ClientWithUris, request: DeviceRequest) {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const deviceCode = randomToken()
    const deviceCodeHash = sha256Hex(deviceCode)
    const letters = userCodeOf(ctx, deviceCodeHash)
    const isKept = await ctx.store.deviceAuthorizations.insert({
      ...request,
      createdAt: ctx.now,
      expiresAt: addSeconds(ctx.now, lifetimeSeconds),
      deviceCodeHash,
      userCodeHash: userCodeHash(ctx, letters),
      clientId: client.id,
      ipAddress: addressBlock(ctx.ip),
      userAgent: cutCodePoints(ctx.userAgent, 512),
      intervalSeconds,
    })
    if (isKept) return { deviceCode, userCode: withHyphen(letters) }
  }
  throw new Error('Every code for a device was taken.')
}
