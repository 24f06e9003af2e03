import { endpoint } from '#lib/http/endpoint.ts'
import { recoveryCodePage, submitRecoveryCode } from '#lib/protocol/authorize/recovery-code.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: recoveryCodePage, POST: submitRecoveryCode },
  { failures: 'page', sameOrigin: true },
)
