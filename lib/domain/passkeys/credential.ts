import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { isNestedAtMost } from '#lib/base/text/nesting.ts'

/** Longest credential in JSON that is read, in characters. */
const maxAssertionLength = 8 * 1024
const maxRegistrationLength = 16 * 1024
/** Results of extensions are nested a few levels. */
const maxLevels = 10

/** An assertion as browsers send it (WebAuthn Level 3 section 5.1.8.1); null for anything else. */
export function readAssertion(sent: unknown): AuthenticationResponseJSON | null {
  const credential = readCredential(sent, maxAssertionLength)
  if (!credential) return null
  const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response
  const isComplete = isText(clientDataJSON) && isText(authenticatorData) && isText(signature)
  const hasHandle = userHandle === undefined || userHandle === null || isText(userHandle)
  return isComplete && hasHandle ? (credential as unknown as AuthenticationResponseJSON) : null
}

/** A registration as browsers send it; null for anything else. */
export function readRegistration(sent: unknown): RegistrationResponseJSON | null {
  const credential = readCredential(sent, maxRegistrationLength)
  if (!credential) return null
  const { clientDataJSON, attestationObject } = credential.response
  const isComplete = isText(clientDataJSON) && isText(attestationObject)
  return isComplete ? (credential as unknown as RegistrationResponseJSON) : null
}

interface Credential {
  readonly id: string
  readonly response: Readonly<Record<string, unknown>>
}

/** @param sent JSON, or its value */
function readCredential(sent: unknown, maxLength: number): Credential | null {
  const value = typeof sent === 'string' ? parse(sent, maxLength) : sent
  if (!isRecord(value) || !isNestedAtMost(maxLevels, value)) return null
  if (JSON.stringify(value).length > maxLength) return null
  const { id, rawId, response, type, clientExtensionResults } = value
  if (!isText(id) || id !== rawId || type !== 'public-key' || !isRecord(response)) return null
  const extensions = clientExtensionResults === undefined ? {} : clientExtensionResults
  if (!isRecord(extensions)) return null
  return { ...value, id, response, clientExtensionResults: extensions } as unknown as Credential
}

function parse(text: string, maxLength: number): unknown {
  if (text.length > maxLength) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Base64url. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9_-]+={0,2}$/.test(value)
}

/** The challenge and the origin that the browser signed; '' where there is none. */
export function clientDataOf(clientDataJSON: string): { challenge: string; isFramed: boolean } {
  const value = parse(Buffer.from(clientDataJSON, 'base64url').toString(), maxRegistrationLength)
  if (!isRecord(value)) return { challenge: '', isFramed: false }
  const { challenge, crossOrigin, topOrigin } = value
  return {
    challenge: typeof challenge === 'string' ? challenge : '',
    isFramed: crossOrigin === true || topOrigin !== undefined,
  }
}
