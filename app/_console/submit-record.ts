import { refresh } from 'next/cache'
import { pageTexts } from '../_components/texts.ts'
import type { Api } from './api.ts'
import type { FormState } from './form-state.ts'
import { type SubmitOptions, submit } from './submit.ts'

/**
 * Changes a client, a group or a resource and refreshes the page. The success message and the texts of frequent
 * refusals are built in.
 * @param options overrides; `options.labels` win over the built-in texts
 */
export async function submitRecord(
  form: FormData,
  options: Omit<SubmitOptions, 'done'>,
  work: (api: Api) => Promise<unknown>,
): Promise<FormState> {
  const t = await pageTexts()
  const refusals = {
    MANAGE_SCOPE_REQUIRED: t('console.record.manage_scope_required'),
    LAST_ADMINISTRATOR: t('console.record.last_administrator'),
    CONCURRENT_UPDATE: t('console.record.concurrent_update'),
    NOT_FOUND: t('console.record.not_found'),
  }
  const labels = { ...refusals, ...options.labels }
  return submit(form, { ...options, done: t('console.saved'), labels }, async (api) => {
    await work(api)
    refresh()
  })
}

/** Maps refusals of an identifier and a description to their fields, for `submitRecord`. */
export async function recordRefusals(identifierField: string) {
  const t = await pageTexts()
  return {
    fields: {
      'validator.identifier': identifierField,
      'validator.description': 'description',
      // Earlier checks cover every other reason for this code.
      VALIDATION_ERROR: identifierField,
    },
    labels: { VALIDATION_ERROR: t('console.record.identifier_taken') },
  }
}
