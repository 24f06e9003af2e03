import { attributeOf, attributeRefusals } from '#app/_ui/form/attribute-form.ts'
import { recordTexts } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { sectionAddress } from '#app/admin/groups/_parts/group-address.ts'

/** Adds an attribute to a group and returns to the list. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, form }) => {
    const groupId = id()
    await api.createGroupAttribute({ body: { ...attributeOf(form), groupId } })
    return { done: 'created', to: sectionAddress(groupId, 'attributes') }
  },
  (t) => ({ fields: attributeRefusals, texts: recordTexts(t) }),
)
