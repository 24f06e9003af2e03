'use server'

import { pageTexts } from '../../../../_components/texts.ts'
import type { FormState } from '../../../../_console/form-state.ts'
import { pictureLimit } from '../../../../_console/picture-limit.ts'
import { submitRecord } from '../../../../_console/submit-record.ts'

/** Replaces a client's logo with the file field `picture`. */
export async function uploadLogo(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  const t = await pageTexts()
  const { mebibytes: max } = await pictureLimit()
  const labels = {
    FILE_TOO_LARGE: t('console.picture.too_large', { max }),
    NO_FILE: t('clients.logo.no_file'),
  }
  return submitRecord(form, { labels }, (api) => {
    const file = form.get('picture')
    // Browsers send an empty, unnamed file when none was chosen.
    const isFile = file instanceof File && (file.size > 0 || file.name !== '')
    return api.uploadClientLogo({ params: { id }, ...(isFile && { file }) })
  })
}

export async function deleteLogo(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitRecord(form, {}, (api) => api.deleteClientLogo({ params: { id } }))
}
