import type { Context } from '#lib/context.ts'
import { readOrKnown } from '#lib/domain/known-while-away.ts'
import { requireSettings } from '#lib/domain/settings.ts'
import { Unavailable } from '#lib/kernel/errors.ts'
import { clientAddress } from '#lib/kernel/ip.ts'
import { randomUuid } from '#lib/kernel/random.ts'
import { cutBytes } from '#lib/kernel/text.ts'
import { TimeIsUpError, withinTime } from '#lib/kernel/within-time.ts'
import type { Configuration, Store } from '#lib/persistence/store.ts'
import { runtime } from '#lib/runtime.ts'
import type { HttpRequest } from './exchange.ts'
import { requestIdHeader } from './page-headers.ts'

/** Set by the start file, which strips what a client sends under this name. */
const peerHeader = 'x-authserver-peer'

/** The request's id: the start file's, or a new one where there is none. */
export function requestIdOf(request: Pick<HttpRequest, 'headers'>): string {
  return request.headers.get(requestIdHeader) ?? randomUuid()
}

/**
 * Makes the context of a request: the configuration is asked for once, time stands still.
 * @param options.fromMemory a configuration that was known a moment ago will do while the database is away
 */
export async function contextFor(
  request: Pick<HttpRequest, 'headers' | 'closed'>,
  requestId: string,
  { fromMemory = false } = {},
): Promise<Context> {
  const { config, log, store, limits, mail, cipher, clock } = await runtime()
  const { value: configuration, isFromMemory } = fromMemory
    ? await readOrKnown(store.configuration, store.knownConfiguration)
    : { value: await currentConfiguration(store), isFromMemory: false }
  const settings = requireSettings(await configuration.settings())
  const { headers } = request
  return {
    now: clock(),
    requestId,
    ip: clientAddress(headers.get(peerHeader) ?? '', headers, config),
    userAgent: cutBytes(withoutControls(headers.get('user-agent') ?? ''), 512),
    acceptLanguage: headers.get('accept-language') ?? '',
    config,
    settings,
    configuration,
    store,
    limits,
    mail,
    cipher,
    log,
    closed: request.closed,
    isFromMemory,
  }
}

/** How long a request waits for the configuration, in milliseconds: what it asks then may wait once more. */
const configurationMillis = 3_500

/** @throws Unavailable when it comes too late for this request, as where others have waited for it in vain before */
async function currentConfiguration(store: Store): Promise<Configuration> {
  try {
    return await withinTime(store.configuration, configurationMillis, 'The database is silent.')
  } catch (error) {
    throw error instanceof TimeIsUpError ? new Unavailable('database', 2, error) : error
  }
}

/** A header may hold tabs, and control characters beyond ASCII; lists show the text as it is stored. */
function withoutControls(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '')
}
