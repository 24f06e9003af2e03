import { emailChangeRoute } from '../change-route.ts'

/** Asks for another email, which counts once its code was entered. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = emailChangeRoute(
  (api, body) => api.requestEmailChange({ body }),
  'email_requested',
)
