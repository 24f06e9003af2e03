import {
  type CatalogKey,
  type ErrorCode,
  errorCodes,
  isErrorCode,
} from '#lib/kernel/error-codes.ts'
import type { Contract } from './contract/define.ts'

/** What the gate of every operation may answer, and an outage (wire contract §1.1). */
const ofTheGate = [
  'INVALID_REQUEST',
  'ACCESS_TOKEN_REQUIRED',
  'INVALID_TOKEN',
  'INSUFFICIENT_SCOPE',
  'INTERNAL_SERVER_ERROR',
] as const satisfies readonly ErrorCode[]

/** Every code that the operation may answer: those of its contract and those that come by itself. */
export function declaredCodes(contract: Contract): readonly (ErrorCode | CatalogKey)[] {
  const codes = new Set<ErrorCode | CatalogKey>([...ofTheGate, ...contract.errors])
  if (contract.params || contract.query) codes.add('VALIDATION_ERROR')
  if (contract.body) codes.add('INVALID_REQUEST_BODY')
  if (contract.upload) codes.add('FILE_TOO_LARGE').add('NO_FILE')
  if (contract.access === 'account') codes.add('USER_CONTEXT_REQUIRED')
  return [...codes]
}

/** The status that a code is answered with; catalog keys are 400. */
export function statusOf(code: ErrorCode | CatalogKey): number {
  return isErrorCode(code) ? errorCodes[code].status : 400
}
