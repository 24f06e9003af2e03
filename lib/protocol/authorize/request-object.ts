import { decodeJwt } from 'jose'
import type { Parameters } from '#lib/base/text/parameters.ts'
import { parseResponseMode, type ResponseMode, responseModeFor } from './response-type.ts'

/**
 * Returns the response mode that a request object names. Request objects are refused (`request_not_supported`).
 * When the request itself names no mode, the refusal uses this one, since the client expects its answer there. Only
 * the mode is read, and its signature is not checked: redirect URI, client and state come from outside the object.
 * @returns null without an object, or with several, one that cannot be decoded, or a mode that the response type
 *   rules out
 */
export function modeOfRefusedObject(parameters: Parameters): ResponseMode | null {
  const object = parameters.value('request')
  if (object === undefined || parameters.repeated.includes('request')) return null
  const asked = namedMode(object)
  const responseType = parameters.value('response_type') ?? ''
  return asked && responseModeFor(responseType, asked) === asked ? asked : null
}

function namedMode(object: string): ResponseMode | null {
  try {
    const { response_mode: mode } = decodeJwt(object)
    return typeof mode === 'string' ? parseResponseMode(mode) : null
  } catch {
    return null
  }
}
