import { recordRefusals } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { changeHolder } from '#app/admin/resources/_parts/change-holder.ts'

/** Gives a permission to a user, a group or an application, or removes it; the others that it has stay. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  changeHolder,
  recordRefusals,
)
