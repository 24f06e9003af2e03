import { attributeOf, attributeRefusals } from '#app/_ui/form/attribute-form.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { listStateOf, userAddress } from '#app/admin/users/_parts/user-list-state.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Adds an attribute to a user and returns to the list. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, form, query }) => {
    const userId = id()
    await api.createUserAttribute({ body: { ...attributeOf(form), userId } })
    return { done: 'created', to: userAddress(userId, 'attributes', listStateOf(query)) }
  },
  userRefusals(attributeRefusals),
)
