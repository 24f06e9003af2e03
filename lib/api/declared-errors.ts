import {
  type CatalogKey,
  type ErrorCode,
  errorCodes,
  isErrorCode,
} from '#lib/answers/error-codes.ts'
import type { Contract } from './contract/define.ts'

/**
 * Codes that the gate of every operation may return, and an outage (docs/specification.md "Admin and Account API
 * envelope").
 */
const ofTheGate = [
  'INVALID_REQUEST',
  'ACCESS_TOKEN_REQUIRED',
  'INVALID_TOKEN',
  'INSUFFICIENT_SCOPE',
  'INTERNAL_SERVER_ERROR',
] as const satisfies readonly ErrorCode[]

/** Every code of an operation: those of the gate and those of its contract. */
export function declaredCodes(contract: Contract): readonly (ErrorCode | CatalogKey)[] {
  const ofAccount = contract.access === 'account' ? (['USER_CONTEXT_REQUIRED'] as const) : []
  return [...new Set([...ofTheGate, ...ofAccount, ...contract.errors])]
}

/** The HTTP status of a code; 400 for a catalog key. */
export function statusOf(code: ErrorCode | CatalogKey): number {
  return isErrorCode(code) ? errorCodes[code].status : 400
}
