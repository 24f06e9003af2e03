import { textOfField } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { endOwnSession } from '#app/account/sessions/_parts/end-session.ts'
import { signInAddress } from '#lib/console/addresses.ts'

/** Ends a session of the visitor; ending that of this browser leads to the sign-in. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, form }) => {
    await endOwnSession(api, id('sessionId'))
    const isCurrent = textOfField(form, 'current') === 'yes'
    return isCurrent ? { to: signInAddress('/account/sessions') } : { done: 'session_ended' }
  },
)
