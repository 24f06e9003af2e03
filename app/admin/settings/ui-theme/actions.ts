'use server'

import { pageTexts } from '../../../_components/texts.ts'
import type { FormState } from '../../../_console/form-state.ts'
import { textOfField } from '../../../_console/form-values.ts'
import { submit } from '../../../_console/submit.ts'

export async function saveUiTheme(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  return submit(form, { done: t('settings.theme.saved') }, (api) =>
    api.updateUiThemeSettings({ body: { uiTheme: textOfField(form, 'uiTheme') } }),
  )
}
