import type { Outcome } from '#lib/answers/outcome.ts'
import type { RefusalFacts } from '#lib/answers/refusal-rules.ts'
import { type Incoming, isForm } from '#lib/base/network/incoming.ts'
import type { Parameters } from '#lib/base/text/parameters.ts'
import { conformDescription, cutCodePoints } from '#lib/base/text/text.ts'
import type { Context } from '#lib/context.ts'
import { auditRefusal } from '#lib/domain/audit/audit.ts'
import { redirectUriFacts } from '#lib/domain/audit/refusal-facts.ts'
import { recordRefusal } from '#lib/domain/audit/refusal-recorder.ts'
import { isSignInTest } from '#lib/domain/clients/sign-in-test.ts'
import type { SessionUse } from '#lib/domain/sessions/session-limits.ts'
import { browserSession, sessionState } from '#lib/domain/sessions/sessions.ts'
import type { ClientWithUris } from '#lib/persistence/store.ts'
import { applicationWay, clientName } from './client-view.ts'
import type { Way } from './continue-interaction.ts'
import { AuthorizationError, AuthorizationPageError, ruleOfReason } from './errors.ts'
import { readUiLocales } from './hints.ts'
import type { SaidFirst } from './interaction.ts'
import { answerRefusal } from './interstitial.ts'
import { checkDestination } from './page-checks.ts'
import { pushedHandle, takePushed } from './pushed-request.ts'
import { readAuthorizationRequest } from './request.ts'
import type { RequestCopy } from './request-copy.ts'
import { isImplicitShaped } from './response-type.ts'
import { loggedRedirectUri, shownRedirectUri } from './sent-redirect-uri.ts'
import { startInteraction } from './start-interaction.ts'
import {
  consumeRequest,
  handleParameter,
  storePushedHandle,
  storeRequest,
} from './stored-request.ts'
import { refusedTestPage } from './tested-page.ts'

/**
 * `GET /auth/authorize` (OpenID Connect Core, section 3.1.2): checks the request in the query, or the stored
 * request of a POST, and starts the interaction. `HEAD` never reaches it, because it would use up a single-use
 * handle.
 */
export async function authorize(ctx: Context, incoming: Incoming): Promise<Outcome> {
  const { query } = incoming
  return answered(ctx, incoming, query, async (sent) => {
    if (!sent.present(handleParameter)) return startSent(ctx, incoming, sent)
    const request = await consumeRequest(ctx, sent)
    if (request.kind === 'answer') return request.outcome
    return answered(ctx, incoming, request.parameters, (parameters) =>
      startSent(ctx, incoming, parameters),
    )
  })
}

/** Starts a request as it was sent, or the pushed request that it names. */
async function startSent(ctx: Context, incoming: Incoming, sent: Parameters): Promise<Outcome> {
  const handle = pushedHandle(ctx, sent)
  if (handle === null) return start(ctx, incoming, sent)
  const taken = await takePushed(ctx, handle, sent, incoming.cookies.browser)
  if (taken.kind === 'begun') {
    const location = `${ctx.config.baseUrl}/auth/level1?ceremony=${taken.row.interactionIdentifier}`
    return { kind: 'redirect', status: 302, location }
  }
  return answered(ctx, incoming, taken.parameters, (parameters) =>
    start(ctx, incoming, parameters, { pushedHandleHash: taken.handleHash }),
  )
}

/**
 * `POST /auth/authorize`: the same parameters as a form of at most 64 KiB; the query is ignored. Errors that need a
 * page are answered here; the GET that the answer redirects to decides everything else.
 */
export async function authorizeByPost(ctx: Context, incoming: Incoming): Promise<Outcome> {
  return answered(ctx, incoming, isForm(incoming) ? incoming.form : null, async (parameters) => {
    const location = await storeSent(ctx, parameters)
    return { kind: 'redirect', status: 303, location }
  })
}

async function storeSent(ctx: Context, parameters: Parameters): Promise<string> {
  if (pushedHandle(ctx, parameters) !== null) return storePushedHandle(ctx, parameters)
  await checkDestination(ctx, parameters)
  return storeRequest(ctx, parameters)
}

/**
 * Starts a sign-in again from the copy of its request in a form. The request is checked like a new one.
 * @param said the first message of the sign-in page
 */
export async function beginFromCopy(
  ctx: Context,
  incoming: Incoming,
  { parameters: sent, hintSubject, wantsOtherAccount }: RequestCopy,
  said?: SaidFirst,
): Promise<Outcome> {
  const status = incoming.method === 'POST' ? 303 : 302
  const kept = { hintSubject, wantsOtherAccount }
  return answered(ctx, incoming, sent, (parameters) =>
    start(ctx, incoming, parameters, { way: { status, said }, kept }),
  )
}

/** How a request starts that does not come from the browser's address. */
interface Start {
  readonly way?: Way
  /** The request comes from the copy in a form. */
  readonly kept?: Pick<RequestCopy, 'hintSubject' | 'wantsOtherAccount'>
  /** The request was pushed. */
  readonly pushedHandleHash?: string
}

async function start(
  ctx: Context,
  incoming: Incoming,
  parameters: Parameters,
  { way = { status: 302 }, kept, pushedHandleHash }: Start = {},
): Promise<Outcome> {
  const isPushed = kept !== undefined || pushedHandleHash !== undefined
  const read = await readAuthorizationRequest(ctx, parameters, { isPushed })
  const request = { ...read, ...kept, ...(pushedHandleHash !== undefined && { pushedHandleHash }) }
  try {
    const providerHint = parameters.value('idp_hint')
    return await startInteraction(ctx, incoming.cookies, request, { ...way, providerHint })
  } catch (error) {
    // A client that was deleted meanwhile makes the insert fail, because the row refers to it.
    if (await ctx.store.clients.findById(request.client.id)) throw error
    throw new AuthorizationPageError('client_not_found')
  }
}

/**
 * Turns the refusals of a request into answers: a page with status 400, or an error for the client.
 * @param parameters null when they could not be read
 */
async function answered(
  ctx: Context,
  incoming: Incoming,
  parameters: Parameters | null,
  work: (parameters: Parameters) => Promise<Outcome>,
): Promise<Outcome> {
  const uiLocales = readUiLocales(parameters?.value('ui_locales'))
  try {
    if (!parameters) throw new AuthorizationPageError('malformed_request')
    return await work(parameters)
  } catch (error) {
    if (error instanceof AuthorizationPageError) return errorPage(ctx, error, uiLocales)
    if (!(error instanceof AuthorizationError)) throw error
    await logRefusal(ctx, incoming, error, parameters?.value('scope'))
    recordError(ctx, error)
    const { client, target } = error.details
    if (isSignInTest(ctx, client, target.state)) {
      return refusedTestPage(ctx, client, uiLocales, error)
    }
    return answerRefusal(ctx, { ...error.details, uiLocales }, error.error, error.description)
  }
}

const endpoint = '/auth/authorize'

function recordError(ctx: Context, { error, details }: AuthorizationError): void {
  const { rule, facts, client } = details
  const { clientIdentifier } = client
  recordRefusal(ctx, { endpoint, rule, error, status: 302, facts, clientIdentifier })
}

function pageFacts(
  { parameter }: AuthorizationPageError['parameters'],
  sent: string | undefined,
  client: ClientWithUris | null,
): RefusalFacts {
  const named: RefusalFacts = parameter === undefined ? {} : { parameter }
  return sent === undefined || !client
    ? named
    : redirectUriFacts(
        sent,
        client.redirectUris.map(({ uri }) => uri),
      )
}

async function errorPage(
  ctx: Context,
  error: AuthorizationPageError,
  uiLocales: readonly string[],
): Promise<Outcome> {
  const { reason, parameters, clientIdentifier, sentRedirectUri: sent } = error
  const logged = sent === undefined ? {} : { redirectUri: loggedRedirectUri(sent) }
  ctx.log.info(
    { requestId: ctx.requestId, reason, clientIdentifier, ...logged },
    'answered an authorization request with an error page',
  )
  const shown = sent === undefined ? {} : { sentRedirectUri: shownRedirectUri(sent) }
  const { retryAfterSeconds } = error
  const status = retryAfterSeconds > 0 ? 429 : 400
  const client = clientIdentifier === '' ? null : await ctx.configuration.client(clientIdentifier)
  const app = client ? clientName(ctx, client) : clientIdentifier
  recordRefusal(ctx, {
    endpoint,
    rule: ruleOfReason(reason),
    error: reason,
    status,
    clientIdentifier,
    facts: () => pageFacts(parameters, sent, client),
  })
  const about = {
    parameters: { app, ...parameters },
    ...(clientIdentifier === '' ? {} : { clientIdentifier }),
    ways: applicationWay(ctx, client),
  }
  const view = { page: 'error', reason, uiLocales, ...about, ...shown } as const
  const page = { kind: 'page', status, view } as const
  if (status === 400) return page
  return { ...page, headers: { 'Retry-After': String(retryAfterSeconds), Pragma: 'no-cache' } }
}

/**
 * Logs a refusal; for `invalid_scope` with the requested scope. An administrative scope is logged as a warning,
 * with an audit entry if a user is signed in. Anonymous requests get only the log record, so they cannot fill the
 * audit table.
 */
async function logRefusal(
  ctx: Context,
  incoming: Incoming,
  { error, description, details }: AuthorizationError,
  sentScope = '',
): Promise<void> {
  const { client, target, administrativeScope } = details
  const { clientIdentifier } = client
  const level = administrativeScope === undefined ? 'info' : 'warn'
  const { requestId } = ctx
  const scope = error === 'invalid_scope' ? cutCodePoints(sentScope, 512) : undefined
  ctx.log[level](
    {
      requestId,
      error,
      description: conformDescription(description),
      clientIdentifier,
      scope,
      administrativeScope,
    },
    'refused an authorization request',
  )
  if (administrativeScope === undefined) return
  const userId = await signedInUserId(ctx, incoming, client)
  if (userId === null) return
  await auditRefusal(ctx, 'administrative_scope_refused', {
    clientId: client.id,
    clientIdentifier,
    scope: administrativeScope,
    grantType: isImplicitShaped(target.responseType) ? 'implicit' : 'authorization_code',
    userId,
  })
}

async function signedInUserId(
  ctx: Context,
  incoming: Incoming,
  client: SessionUse,
): Promise<number | null> {
  const found = await browserSession(ctx, incoming.cookies.session)
  if (!found || sessionState(ctx, found.session, found.user, client) !== 'valid') return null
  return found.user.id
}
