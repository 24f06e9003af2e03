import { randomUuid } from '#lib/base/crypto/random.ts'
import { Unavailable } from '#lib/base/errors/errors.ts'
import { clientAddress } from '#lib/base/network/ip.ts'
import { cutBytes } from '#lib/base/text/text.ts'
import { withinTime } from '#lib/base/time/within-time.ts'
import type { Context } from '#lib/context.ts'
import { requireSettings } from '#lib/domain/settings/settings.ts'
import { readOrKnown } from '#lib/domain/sign-in/known-while-away.ts'
import type { Configuration, Store } from '#lib/persistence/store.ts'
import { runtime } from '#lib/runtime.ts'
import type { HttpRequest } from './exchange.ts'
import { readPreferences } from './preferences.ts'

/** The start file's request id, or a new one without the start file. */
export function requestIdOf({ requestId }: Pick<HttpRequest, 'requestId'>): string {
  return requestId ?? randomUuid()
}

/**
 * Creates the context of a request: one configuration and one time throughout.
 * @param options.fromMemory accept a recently read configuration while the database is unreachable
 */
export async function contextFor(
  request: Pick<HttpRequest, 'headers' | 'peer' | 'closed'>,
  requestId: string,
  { fromMemory = false } = {},
): Promise<Context> {
  const { config, log, store, limits, mail, lookUpBreached, cipher, clock } = await runtime()
  const { value: configuration, isFromMemory } = fromMemory
    ? await readOrKnown(store.configuration, store.knownConfiguration)
    : { value: await currentConfiguration(store), isFromMemory: false }
  const settings = requireSettings(await configuration.settings())
  const { headers, peer = '' } = request
  const now = clock()
  const { language, isOfThisSignIn } = readPreferences(headers.get('cookie'), config, now)
  return {
    now,
    requestId,
    ip: clientAddress(peer, headers, config),
    userAgent: cutBytes(withoutControls(headers.get('user-agent') ?? ''), 512),
    acceptLanguage: headers.get('accept-language') ?? '',
    chosenLanguage: { tag: language ?? '', isOfThisSignIn },
    config,
    settings,
    configuration,
    store,
    limits,
    mail,
    lookUpBreached,
    cipher,
    log,
    closed: request.closed,
    isFromMemory,
    subject: {},
  }
}

/** How long a request waits for the configuration, in milliseconds. Its own queries may wait again afterwards. */
const configurationMs = 3_500

/** @throws Unavailable when the configuration arrives too late, or earlier requests have waited for it in vain */
function currentConfiguration(store: Store): Promise<Configuration> {
  return withinTime(store.configuration, configurationMs, () => new Unavailable('database', 2))
}

/** A header may contain tabs and non-ASCII control characters, and lists show the stored text unchanged. */
function withoutControls(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '')
}
