import { noStore, type Outcome } from '#lib/answers/outcome.ts'
import type { Way } from '#lib/answers/view.ts'
import type { Unavailable } from '#lib/base/errors/errors.ts'
import { conformDescription } from '#lib/base/text/text.ts'
import type { Context } from '#lib/context.ts'
import { OAuthError } from '#lib/protocol/errors.ts'
import { RequestAbortedError } from './read-body.ts'
import { asUnavailable, retryHeaders } from './unavailable.ts'

/** The form of an endpoint's failures: RFC JSON for programs, a page for people. */
export type FailureShape = 'json' | 'page'

/**
 * Converts any thrown error into an outcome. Unexpected errors are logged with their cause.
 * @param retry the address that loads the page again
 */
export function failureOutcome(
  ctx: Pick<Context, 'log' | 'requestId'> & Partial<Pick<Context, 'subject'>>,
  error: unknown,
  shape: FailureShape,
  retry?: string,
): Outcome {
  if (error instanceof OAuthError) {
    const level = error.rule === 'device_waits' ? 'info' : 'warn'
    ctx.log[level](
      {
        requestId: ctx.requestId,
        error: error.error,
        rule: error.rule,
        ...ctx.subject,
        cause: error.cause,
      },
      error.description,
    )
    return jsonError(error.status, error.error, error.description, error.headers)
  }
  if (error instanceof RequestAbortedError) {
    ctx.log.info({ requestId: ctx.requestId }, 'client aborted its request')
    return { kind: 'text', status: 400, body: 'The request was aborted.\n' }
  }
  const unavailable = asUnavailable(ctx, error)
  const ways = retry === undefined ? [] : [{ to: 'try_again', address: retry } as const]
  if (unavailable) return unavailableOutcome(ctx, unavailable, shape, ways)
  ctx.log.error({ err: error, requestId: ctx.requestId }, 'request failed')
  if (shape === 'json') {
    return jsonError(500, 'server_error', `Internal server error. Request id: ${ctx.requestId}`)
  }
  const { requestId } = ctx
  return {
    kind: 'page',
    status: 500,
    view: { page: 'error', reason: 'internal', requestId, ways, uiLocales: [] },
  }
}

/** OAuth has one code for all server failures; the status 503 says that the failure is temporary. */
function unavailableOutcome(
  { requestId }: Pick<Context, 'requestId'>,
  error: Unavailable,
  shape: FailureShape,
  ways: readonly Way[],
): Outcome {
  const headers = retryHeaders(error)
  const isBusy = error.reason !== 'database'
  if (shape === 'json') {
    const description = isBusy
      ? 'The server is busy. Please try again later.'
      : `The server cannot answer now. Please try again later. Request id: ${requestId}`
    return jsonError(503, 'server_error', description, headers)
  }
  // The client has left, so rendering a page would be wasted.
  if (error.reason === 'left') return { kind: 'empty', status: 503, headers }
  const quoted = isBusy ? {} : { requestId }
  const view = { page: 'error', reason: 'unavailable', ways, uiLocales: [], ...quoted } as const
  return { kind: 'page', status: 503, view, headers }
}

function jsonError(
  status: number,
  error: string,
  description: string,
  headers: Readonly<Record<string, string>> = {},
): Outcome {
  return {
    kind: 'json',
    status,
    body: { error, error_description: conformDescription(description) },
    headers: { ...noStore, ...headers },
  }
}
