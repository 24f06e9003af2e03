import { attributeOf, attributeRefusals, attributeValues } from '#app/_ui/form/attribute-form.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { listStateOf, userAddress } from '#app/admin/users/_parts/user-list-state.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Replaces an attribute of a user and returns to the list. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, keepChanges, query }) => {
    const params = { id: id('attributeId') }
    const { attribute } = await api.getUserAttribute({ params })
    await api.updateUserAttribute({
      params,
      body: attributeOf(keepChanges(attributeValues(attribute))),
    })
    return { done: 'saved', to: userAddress(attribute.userId, 'attributes', listStateOf(query)) }
  },
  userRefusals(attributeRefusals),
)
