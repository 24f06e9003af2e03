import { endpoint } from '#lib/http/endpoint.ts'
import { chooseAccountPage, submitChooseAccount } from '#lib/protocol/authorize/choose-account.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: chooseAccountPage, POST: submitChooseAccount },
  { failures: 'page', sameOrigin: true },
)
