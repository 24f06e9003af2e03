import type { Outcome } from '#lib/answers/outcome.ts'
import type { Incoming, SignInCookies } from '#lib/base/network/incoming.ts'
import { cutCodePoints, splitWords } from '#lib/base/text/text.ts'
import type { Context } from '#lib/context.ts'
import { recordRefusal } from '#lib/domain/audit/refusal-recorder.ts'
import { isInUse } from '#lib/domain/clients/client-documents.ts'
import { isDeviceGrantOn } from '#lib/domain/clients/client-flows.ts'
import { countFailures, type Tier } from '#lib/domain/limits/rate-limits.ts'
import { browserSession, sessionState } from '#lib/domain/sessions/sessions.ts'
import { protocolFeatures } from '#lib/domain/settings/protocol-features.ts'
import { isAcrLevel } from '#lib/domain/sign-in/acr.ts'
import type { ClientWithUris, DeviceAuthorizationRecord } from '#lib/persistence/store.ts'
import type { AuthorizationRequest } from '../authorize/request.ts'
import { startInteraction } from '../authorize/start-interaction.ts'
import { formOf, guarded } from '../authorize/steps.ts'
import { tooManyRequestsPage } from '../error-page.ts'
import { parseScope } from '../scopes.ts'
import { notFoundPage } from '../self-service/pages.ts'
import { readUserCode, userCodeHashes, withHyphen } from './user-code.ts'

type EntryError = 'pages.device-entry.malformed' | 'pages.device-entry.unknown'

/** The longest text that the field keeps. */
const maxShown = 40

/** `GET /device` (RFC 8628 section 3.3): asks for the code of a device. A code in the address only fills the field. */
export async function deviceEntryPage(ctx: Context, incoming: Incoming): Promise<Outcome> {
  if (!protocolFeatures(ctx).deviceGrant) return notFoundPage()
  // The text that the field shows is judged: a longer one could show a code without counting as one.
  const code = shown(incoming.query?.value('user_code') ?? '')
  const read = readUserCode(code)
  if (read.kind === 'malformed') return entryPage({ code, offered: '' })
  return entryPage({ code: withHyphen(read.letters), offered: read.letters })
}

/**
 * `POST /device`: starts the sign-in of a device by its code. Wrong codes count for the address, and for the user who
 * is signed in.
 */
export const submitDeviceCode = guarded(async (ctx, incoming): Promise<Outcome> => {
  if (!protocolFeatures(ctx).deviceGrant) return notFoundPage()
  const form = formOf(incoming)
  const typed = form.value('user_code') ?? ''
  const offered = form.value('offered') ?? ''
  const read = readUserCode(typed)
  if (read.kind === 'malformed' && !read.isGuess) return refused(typed, 'malformed')
  const hashes = read.kind === 'code' ? userCodeHashes(ctx, read.letters) : []
  const checked = await countFailures(ctx, await tiers(ctx, incoming.cookies), async () => {
    const value = hashes.length > 0 ? await findWaiting(ctx, hashes) : null
    return { failed: value === null, value }
  })
  if (checked.refused) return tooManyRequestsPage(checked.retryAfterSeconds)
  if (read.kind === 'malformed') return refused(typed, 'malformed')
  const isCodeTyped = read.letters !== offered
  const started = checked.value && (await start(ctx, incoming, checked.value, isCodeTyped))
  if (started) return started
  const error = 'user_code_unknown'
  recordRefusal(ctx, { endpoint: incoming.path, rule: error, error, status: 400 })
  return refused(typed, 'unknown')
})

interface Waiting {
  readonly row: DeviceAuthorizationRecord
  readonly client: ClientWithUris
}

async function findWaiting(ctx: Context, hashes: readonly string[]): Promise<Waiting | null> {
  const row = await ctx.store.deviceAuthorizations.findPending(hashes, ctx.now)
  const client = row && (await ctx.configuration.clientById(row.clientId))
  if (!client || !isInUse(ctx, client) || !isDeviceGrantOn(ctx, client)) return null
  return { row, client }
}

async function tiers(ctx: Context, cookies: SignInCookies): Promise<readonly Tier[]> {
  const found = await browserSession(ctx, cookies.session)
  const isSignedIn = found && sessionState(ctx, found.session, found.user, null) === 'valid'
  const ofAddress: Tier = ['device_code_entry_ip', ctx.ip]
  return isSignedIn ? [ofAddress, ['device_code_entry_user', String(found.user.id)]] : [ofAddress]
}

/**
 * Starts the sign-in, which always ends with the consent question. @returns null when the client was deleted meanwhile
 */
async function start(
  ctx: Context,
  { cookies }: Incoming,
  { row, client }: Waiting,
  isCodeTyped: boolean,
): Promise<Outcome | null> {
  try {
    return await startInteraction(ctx, cookies, requestFor(row, client, isCodeTyped), {
      status: 303,
    })
  } catch (error) {
    if (await ctx.store.clients.findById(client.id)) throw error
    return null
  }
}

function requestFor(
  row: DeviceAuthorizationRecord,
  client: ClientWithUris,
  isCodeTyped: boolean,
): AuthorizationRequest {
  const { targetAcr } = row
  return {
    client,
    redirectUri: '',
    responseType: 'code',
    responseMode: 'query',
    codeChallenge: null,
    dpopJkt: '',
    scopes: parseScope(row.scope),
    resources: splitWords(row.resources),
    state: '',
    nonce: '',
    prompt: ['consent'],
    maxAgeSeconds: null,
    targetAcr: isAcrLevel(targetAcr) ? targetAcr : 'urn:authserver:level2_mandatory',
    hintSubject: '',
    uiLocales: [],
    loginHint: '',
    device: { authorizationId: row.id, isCodeTyped },
  }
}

function refused(typed: string, error: 'malformed' | 'unknown'): Outcome {
  const key: EntryError = `pages.device-entry.${error}`
  return entryPage({ code: shown(typed), offered: '', error: { key } }, 400)
}

interface Entry {
  readonly code: string
  readonly offered: string
  readonly error?: { readonly key: EntryError }
}

function entryPage(entry: Entry, status = 200): Outcome {
  return { kind: 'page', status, view: { page: 'device-entry', uiLocales: [], ...entry } }
}

function shown(text: string): string {
  return cutCodePoints(text.replaceAll(/\p{Cc}/gu, ''), maxShown)
}
