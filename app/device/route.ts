import { endpoint } from '#lib/http/endpoint.ts'
import { deviceEntryPage, submitDeviceCode } from '#lib/protocol/device/entry.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: deviceEntryPage, POST: submitDeviceCode },
  { failures: 'page', sameOrigin: true },
)
