import { endpoint } from '#lib/http/endpoint.ts'
import {
  newRecoveryCodesPage,
  submitNewRecoveryCodes,
} from '#lib/protocol/authorize/new-recovery-codes.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: newRecoveryCodesPage, POST: submitNewRecoveryCodes },
  { failures: 'page', sameOrigin: true },
)
