import { refresh } from 'next/cache'
import { pageTexts } from '../_components/texts.ts'
import type { Api } from './api.ts'
import type { FormState } from './form-state.ts'
import { submit } from './submit.ts'

interface RecordSubmitOptions {
  /** Beginnings of refusals and the fields they are about. */
  readonly fields?: Readonly<Record<string, string>>
  /** More words for codes that the API describes in English only. */
  readonly words?: Readonly<Record<string, string>>
}

/** Changes something about a group or a resource and shows the page anew. */
export async function submitRecord(
  form: FormData,
  { fields = {}, words = {} }: RecordSubmitOptions,
  work: (api: Api) => Promise<unknown>,
): Promise<FormState> {
  const t = await pageTexts()
  const refusals = {
    MANAGE_SCOPE_REQUIRED: t('console.record.manage_scope_required'),
    LAST_ADMINISTRATOR: t('console.record.last_administrator'),
    CONCURRENT_UPDATE: t('console.record.concurrent_update'),
    NOT_FOUND: t('console.record.not_found'),
  }
  const options = { fields, done: t('console.saved'), words: { ...refusals, ...words } }
  return submit(form, options, async (api) => {
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
    words: { VALIDATION_ERROR: t('console.record.identifier_taken') },
  }
}
