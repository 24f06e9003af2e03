import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Keeps the visitor's present email. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api }) => {
  await api.cancelEmailChange()
  return { done: 'email_kept' }
})
