import { refresh } from 'next/cache'
import { pageTexts } from '../_components/texts.ts'
import type { Api } from './api.ts'
import type { FormState } from './form-state.ts'
import { type SubmitOptions, submit } from './submit.ts'

/**
 * Changes something about a client, a group or a resource and shows the page anew.
 * @param options what it says when it worked, and the words of frequent refusals, are the same everywhere
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

/** How refusals of an identifier and a description are told, for `submitRecord`. */
export async function recordRefusals(identifierField: string) {
  const t = await pageTexts()
  return {
    fields: {
      'validator.identifier': identifierField,
      'validator.description': 'description',
      // Everything else that the API could refuse was checked before.
      VALIDATION_ERROR: identifierField,
    },
    labels: { VALIDATION_ERROR: t('console.record.identifier_taken') },
  }
}
