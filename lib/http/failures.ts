import type { Context } from '#lib/context.ts'
import { Unavailable } from '#lib/kernel/errors.ts'
import { noStore, type Outcome } from '#lib/kernel/outcome.ts'
import { conformDescription } from '#lib/kernel/text.ts'
import { OAuthError } from '#lib/protocol/errors.ts'
import { BrokenOffError } from './read-body.ts'
import { logUnavailable, retryHeaders } from './unavailable.ts'

/** How an endpoint's failures are told: RFC JSON to programs, a page to people. */
export type FailureShape = 'json' | 'page'

/** Turns whatever was thrown into an answer; what was not expected is logged with its cause. */
export function failureOutcome(
  ctx: Pick<Context, 'log' | 'requestId'>,
  error: unknown,
  shape: FailureShape,
): Outcome {
  if (error instanceof OAuthError) {
    ctx.log.warn(
      { requestId: ctx.requestId, error: error.error, cause: error.cause },
      error.description,
    )
    return jsonError(error.status, error.error, error.description, error.headers)
  }
  if (error instanceof BrokenOffError) {
    ctx.log.info({ requestId: ctx.requestId }, 'a client broke off its request')
    return { kind: 'text', status: 400, body: 'The request was broken off.\n' }
  }
  if (error instanceof Unavailable) {
    logUnavailable(ctx, error)
    return unavailableOutcome(error, shape)
  }
  ctx.log.error({ err: error, requestId: ctx.requestId }, 'a request failed')
  if (shape === 'json') {
    return jsonError(500, 'server_error', `Internal server error. Request id: ${ctx.requestId}`)
  }
  const { requestId } = ctx
  return {
    kind: 'page',
    status: 500,
    view: { page: 'error', reason: 'internal', requestId, uiLocales: [] },
  }
}

function unavailableOutcome(error: Unavailable, shape: FailureShape): Outcome {
  const headers = retryHeaders(error)
  if (shape === 'json') {
    return jsonError(503, 'server_error', 'The server is busy. Please try again later.', headers)
  }
  const view = { page: 'error', reason: 'unavailable', uiLocales: [] } as const
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
