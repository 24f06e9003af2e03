import { textOfField } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Saves the theme of every page. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form }) => {
    await api.updateUiThemeSettings({ body: { uiTheme: textOfField(form, 'uiTheme') } })
    return { done: 'theme_saved' }
  },
)
