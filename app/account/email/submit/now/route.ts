import { emailChangeRoute } from '#app/account/email/change-route.ts'

/** Replaces the visitor's email at once: without mail, no code can confirm it first. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = emailChangeRoute(
  (api, body) => api.updateOwnEmail({ body }),
  'email_changed',
)
