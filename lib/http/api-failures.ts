import {
  type CatalogKey,
  type ErrorCode,
  errorCodes,
  isErrorCode,
} from '#lib/answers/error-codes.ts'
import { noStore, type Outcome } from '#lib/answers/outcome.ts'
import { Refusal, refuse } from '#lib/answers/refusal.ts'
import type { Contract } from '#lib/api/contract/define.ts'
import { acceptedScopes } from '#lib/api/scopes.ts'
import type { Unavailable } from '#lib/base/errors/errors.ts'
import { conformDescription } from '#lib/base/text/text.ts'
import type { Context } from '#lib/context.ts'
import { chooseLanguage } from '#lib/i18n/languages.ts'
import { textOf, textsIn } from '#lib/i18n/texts.ts'
import { ruleOfToken, schemeAfter, TokenRefusal } from '#lib/protocol/access-token.ts'
import { type TokenScheme, tokenChallenge } from '#lib/protocol/bearer.ts'
import { nonceOfRefusal, ProofError } from '#lib/protocol/dpop/proof-error.ts'
import { RequestAbortedError } from './read-body.ts'
import { asUnavailable, retryHeaders } from './unavailable.ts'

/**
 * Converts a refused token or proof into a refusal of the API. Other errors stay as they are.
 * @param scheme the one that the token was sent with
 */
export function refusalOfToken(
  ctx: Context,
  error: unknown,
  scheme: TokenScheme,
  contract: Contract,
): unknown {
  if (error instanceof ProofError) {
    const { error: code, rule, description, facts } = error
    const challenge = tokenChallenge('DPoP', { error: code, description })
    const headers = { 'WWW-Authenticate': challenge, ...nonceOfRefusal(ctx, error) }
    return refuse('INVALID_TOKEN', { description, rule, headers, cause: facts })
  }
  if (error instanceof TokenRefusal) {
    const { description } = error
    const headers = challengeHeaders(
      'INVALID_TOKEN',
      description,
      contract,
      schemeAfter(error, scheme),
    )
    return refuse('INVALID_TOKEN', { description, rule: ruleOfToken(error), headers })
  }
  return error
}

/**
 * Converts an error into an error envelope (docs/specification.md "Admin and Account API envelope"). Descriptions of
 * catalog keys are in the request's language, all others in English. An unexpected failure is logged with its cause,
 * and the description quotes the request id.
 * @param scheme the one that the token was sent with, which a challenge names (RFC 9449 section 7.1)
 */
export function apiFailure(
  ctx: Pick<Context, 'log' | 'requestId'> & Partial<Pick<Context, 'acceptLanguage'>>,
  error: unknown,
  contract: Contract,
  scheme: TokenScheme,
): Outcome {
  if (error instanceof RequestAbortedError) {
    ctx.log.info({ requestId: ctx.requestId }, 'client aborted its request')
    return failureEnvelope(400, 'INVALID_REQUEST_BODY', 'The request was aborted.')
  }
  if (!(error instanceof Refusal)) {
    const unavailable = asUnavailable(ctx, error)
    if (unavailable) return unavailableEnvelope(ctx, unavailable)
    ctx.log.error({ err: error, requestId: ctx.requestId }, 'API request failed')
    const description = `Internal server error. Request id: ${ctx.requestId}`
    return failureEnvelope(500, 'INTERNAL_SERVER_ERROR', description)
  }
  const { code, details } = error
  if (!isErrorCode(code)) return failureEnvelope(400, code, localised(ctx, code, error))
  const { status, description: usual } = errorCodes[code]
  const description = details.description ?? usual
  if (status === 500) {
    ctx.log.error({ err: error, requestId: ctx.requestId }, 'API request failed')
    return failureEnvelope(status, code, `${description} Request id: ${ctx.requestId}`)
  }
  const { headers, retryAfterSeconds = 60 } = details
  const usualHeaders = () =>
    code === 'TOO_MANY_REQUESTS'
      ? { 'Retry-After': String(retryAfterSeconds) }
      : challengeHeaders(code, description, contract, scheme)
  return failureEnvelope(status, code, description, headers ?? usualHeaders())
}

/** The list of codes is closed: overload is `TOO_MANY_REQUESTS`, an unreachable database is `INTERNAL_SERVER_ERROR`. */
function unavailableEnvelope(ctx: Pick<Context, 'requestId'>, error: Unavailable): Outcome {
  const headers = retryHeaders(error)
  if (error.reason !== 'database') {
    const description = 'The server is busy. Please try again later.'
    return failureEnvelope(429, 'TOO_MANY_REQUESTS', description, headers)
  }
  const description = `The server cannot answer now. Request id: ${ctx.requestId}`
  return failureEnvelope(503, 'INTERNAL_SERVER_ERROR', description, headers)
}

/** `WWW-Authenticate` for refused transports, tokens and scopes. */
function challengeHeaders(
  code: ErrorCode,
  description: string,
  contract: Contract,
  scheme: TokenScheme,
): Record<string, string> {
  const challenge = (name: string, scope?: string) => ({
    'WWW-Authenticate': tokenChallenge(
      scheme,
      { error: name, description: conformDescription(description) },
      scope,
    ),
  })
  switch (code) {
    case 'INVALID_REQUEST':
      return challenge('invalid_request')
    case 'ACCESS_TOKEN_REQUIRED':
      return { 'WWW-Authenticate': tokenChallenge('Bearer') }
    case 'INVALID_TOKEN':
    case 'INVALID_SESSION':
      return challenge('invalid_token')
    case 'INSUFFICIENT_SCOPE':
    case 'USER_CONTEXT_REQUIRED':
      return challenge('insufficient_scope', acceptedScopes(contract).join(' '))
    case 'MANAGE_SCOPE_REQUIRED':
      return challenge('insufficient_scope', 'authserver:manage')
    default:
      return {}
  }
}

function localised(
  ctx: Partial<Pick<Context, 'acceptLanguage'>>,
  key: CatalogKey,
  { details }: Refusal,
): string {
  const texts = textsIn(chooseLanguage([], ctx.acceptLanguage ?? ''))
  return textOf(texts, details.text ?? key, details.parameters)
}

export function failureEnvelope(
  status: number,
  code: ErrorCode | CatalogKey,
  description: string,
  headers: Readonly<Record<string, string>> = {},
): Outcome {
  return {
    kind: 'json',
    status,
    body: { error_code: code, error_description: description },
    headers: { ...noStore, ...headers },
  }
}
