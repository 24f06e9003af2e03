import { attributeOf, attributeRefusals, attributeValues } from '#app/_ui/form/attribute-form.ts'
import { recordTexts } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { sectionAddress } from '#app/admin/groups/_parts/group-address.ts'

/** Replaces an attribute of a group and returns to the list. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, keepChanges }) => {
    const params = { id: id('attributeId') }
    const { attribute } = await api.getGroupAttribute({ params })
    await api.updateGroupAttribute({
      params,
      body: attributeOf(keepChanges(attributeValues(attribute))),
    })
    return { done: 'saved', to: sectionAddress(attribute.groupId, 'attributes') }
  },
  (t) => ({ fields: attributeRefusals, texts: recordTexts(t) }),
)
