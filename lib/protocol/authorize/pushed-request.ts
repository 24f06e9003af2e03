import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import { browserHashes } from '#lib/base/network/browser-cookie.ts'
import type { Parameters } from '#lib/base/text/parameters.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import { protocolFeatures } from '#lib/domain/settings/protocol-features.ts'
import { noteOpened } from '#lib/domain/sign-in/open-sign-ins.ts'
import type { ClientRecord, InteractionRecord } from '#lib/persistence/store.ts'
import { AuthorizationPageError } from './errors.ts'
import { parametersOfText, textOfParameters } from './stored-request.ts'

/** How long a pushed request can be used, in seconds. */
export const pushedSeconds = 60
/** How long a browser that opens the same address again, as at a reload, is led to its sign-in, in seconds. */
const againSeconds = 600

const prefix = 'urn:ietf:params:oauth:request_uri:'
const form = /^urn:ietf:params:oauth:request_uri:([A-Za-z0-9_-]{43})$/

/**
 * The handle of a pushed request that the parameters name. Null for any other request, and while requests cannot be
 * pushed: a foreign `request_uri` is always refused.
 */
export function pushedHandle(ctx: Context, parameters: Parameters): string | null {
  if (!protocolFeatures(ctx).pushedAuthorizationRequests) return null
  return form.exec(parameters.value('request_uri') ?? '')?.[1] ?? null
}

/** Stores a checked request. @returns its `request_uri`; null when it is too large */
export async function keepPushed(
  ctx: Context,
  { id: clientId }: ClientRecord,
  parameters: Parameters,
): Promise<string | null> {
  const text = textOfParameters(ctx, parameters)
  if (text === null) return null
  const handle = randomToken()
  const handleHash = sha256Hex(handle)
  const place = `pushed_requests.parameters_encrypted/${handleHash}` as const
  await ctx.store.pushedRequests.insert({
    handleHash,
    clientId,
    parametersEncrypted: ctx.cipher.seal(text, place),
    expiresAt: addSeconds(ctx.now, pushedSeconds),
  })
  noteOpened(ctx)
  return `${prefix}${handle}`
}

/** A pushed request that was consumed, or the sign-in of this browser that began with it. */
export type Taken =
  | { readonly kind: 'request'; readonly parameters: Parameters; readonly handleHash: string }
  | { readonly kind: 'begun'; readonly row: InteractionRecord }

/**
 * Consumes a pushed request, which works once and for its client alone; other parameters are ignored. If the same
 * browser opens the address again, it is led to its sign-in.
 * @throws AuthorizationPageError `client_id_missing`, `parameter_repeated`, `pushed_request_gone`
 */
export async function takePushed(
  ctx: Context,
  handle: string,
  parameters: Parameters,
  browser: string | null,
): Promise<Taken> {
  const repeated = ['client_id', 'request_uri'].find((name) => parameters.repeated.includes(name))
  if (repeated !== undefined) {
    throw new AuthorizationPageError('parameter_repeated', { parameter: repeated })
  }
  const clientIdentifier = parameters.value('client_id')
  if (!clientIdentifier) throw new AuthorizationPageError('client_id_missing')
  const handleHash = sha256Hex(handle)
  const client = await ctx.configuration.client(clientIdentifier)
  const sealed = client && (await ctx.store.pushedRequests.take(handleHash, client.id, ctx.now))
  if (sealed) {
    const place = `pushed_requests.parameters_encrypted/${handleHash}` as const
    const taken = parametersOfText(ctx.cipher.open(sealed, place))
    return { kind: 'request', parameters: taken, handleHash }
  }
  const row = await ctx.store.pushedRequests.findBegun(handleHash, browserHashes(browser))
  if (row && row.clientId === client?.id && addSeconds(row.createdAt, againSeconds) > ctx.now) {
    return { kind: 'begun', row }
  }
  throw new AuthorizationPageError('pushed_request_gone')
}
