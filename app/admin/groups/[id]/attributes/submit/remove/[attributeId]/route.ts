import { recordRefusals } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Removes an attribute of a group. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api, id }) => {
  await api.deleteGroupAttribute({ params: { id: id('attributeId') } })
  return { done: 'saved' }
}, recordRefusals)
