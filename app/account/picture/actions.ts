'use server'

import { refresh } from 'next/cache'
import { pageTexts } from '../../_components/texts.ts'
import type { FormState } from '../../_console/form-state.ts'
import { submit } from '../../_console/submit.ts'
import { accountRefusals } from '../refusals.ts'

/** Replaces the visitor's picture with the file field `picture`. */
export async function uploadPicture(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  const options = { done: t('account.picture.saved'), labels: await accountRefusals() }
  return submit(form, options, async (api) => {
    const file = form.get('picture')
    // Browsers send an empty, unnamed file when none was chosen.
    const isFile = file instanceof File && (file.size > 0 || file.name !== '')
    await api.uploadOwnProfilePicture(isFile ? { file } : {})
    refresh()
  })
}

export async function deletePicture(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  return submit(form, { done: t('console.deleted') }, async (api) => {
    await api.deleteOwnProfilePicture()
    refresh()
  })
}
