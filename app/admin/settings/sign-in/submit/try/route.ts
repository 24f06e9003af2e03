import { FormRefusal } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Looks a well-known password up among those of breaches, as the saved settings say. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api, t }) => {
  const { result } = await api.testBreachedPasswordCheck()
  const message = t(`methods.settings.tried.${result}`)
  if (result !== 'breached') throw new FormRefusal('', message)
  return { message }
})
