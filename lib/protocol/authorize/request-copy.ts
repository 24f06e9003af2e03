import { type Parameters, parametersOf } from '#lib/base/text/parameters.ts'
import { addSeconds, epochSeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import type { AuthorizationRequest } from './request.ts'

/** The field of a form of the sign-in that carries the copy. */
export const requestCopyField = 'requestCopy'

const lifetimeSeconds = 24 * 60 * 60
/** Longer requests get no copy, because a form has room for 64 KiB. */
const maxCopyLength = 32 * 1024

const place = 'form/authorization-request'

interface Sealed {
  readonly values: Readonly<Record<string, string>>
  /** Absent in a copy that an earlier release made. */
  readonly resources?: readonly string[]
  readonly hintSubject: string
  readonly wantsOtherAccount?: boolean
  /** Seconds since 1970, when the copy was made. */
  readonly madeAt: number
}

/** A copy that a form sent back. */
export interface RequestCopy {
  readonly parameters: Parameters
  /** The subject of the `id_token_hint`, whose token is not kept. */
  readonly hintSubject: string
  readonly wantsOtherAccount: boolean
  /** False after 24 hours: the copy then only names its application. */
  readonly isFresh: boolean
}

/**
 * Makes a sealed copy of a request for every form of its sign-in. If the interaction is lost, the step can start again
 * with the request of its own tab. The copy proves nothing: its request is checked like any new one.
 * @returns '' for a request that is too long, and for that of a device, whose user enters the code again
 */
export function copyOf(ctx: Context, request: AuthorizationRequest): string {
  if (request.device) return ''
  const sealed: Sealed = {
    values: valuesOf(request),
    resources: request.resources,
    hintSubject: request.hintSubject,
    ...(request.wantsOtherAccount && { wantsOtherAccount: true }),
    madeAt: epochSeconds(ctx.now),
  }
  const copy = Buffer.from(ctx.cipher.seal(JSON.stringify(sealed), place)).toString('base64url')
  return copy.length > maxCopyLength ? '' : copy
}

/** Opens a copy; null when it was altered, or sealed with a lost key. */
export function openCopy(ctx: Context, text: string | undefined): RequestCopy | null {
  if (!text || text.length > maxCopyLength) return null
  try {
    const bytes = new Uint8Array(Buffer.from(text, 'base64url'))
    const sealed = JSON.parse(ctx.cipher.open(bytes, place)) as Sealed
    const { values, resources: resource = [], hintSubject, wantsOtherAccount = false } = sealed
    const isFresh = addSeconds(new Date(sealed.madeAt * 1_000), lifetimeSeconds) > ctx.now
    const parameters = parametersOf(values, { resource })
    return { parameters, hintSubject, wantsOtherAccount, isFresh }
  } catch {
    return null
  }
}

/** The parameters of this request. */
function valuesOf(request: AuthorizationRequest): Record<string, string> {
  const { client, codeChallenge, maxAgeSeconds } = request
  const values = {
    client_id: client.clientIdentifier,
    redirect_uri: request.redirectUri,
    response_type: request.responseType,
    response_mode: request.responseMode,
    scope: request.scopes.join(' '),
    state: request.state,
    nonce: request.nonce,
    prompt: request.prompt.join(' '),
    acr_values: request.targetAcr,
    ui_locales: request.uiLocales.join(' '),
    login_hint: request.loginHint,
    dpop_jkt: request.dpopJkt,
    ...(codeChallenge === null
      ? {}
      : { code_challenge: codeChallenge, code_challenge_method: 'S256' }),
    ...(maxAgeSeconds === null ? {} : { max_age: String(maxAgeSeconds) }),
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}
