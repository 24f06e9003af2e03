'use server'

import { redirect } from 'next/navigation'
import { normalizeEmail } from '#lib/domain/email-form.ts'
import { pageTexts } from '../../../../_components/texts.ts'
import type { FormState } from '../../../../_console/form-state.ts'
import { FormRefusal, textOfField } from '../../../../_console/submit.ts'
import { listAddress, type Place, withNotice } from '../../_parts/place.ts'
import { submitUser } from '../../_parts/submit-user.ts'

/** Deletes a user whose email address was typed again, and shows the list as it was left. */
export async function deleteUser(
  id: number,
  place: Place,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  const t = await pageTexts()
  return submitUser(form, { place }, async (api) => {
    const { user } = await api.getUser({ params: { id } })
    if (normalizeEmail(textOfField(form, 'email')) !== normalizeEmail(user.email)) {
      throw new FormRefusal('email', t('users.delete.mismatch'))
    }
    await api.deleteUser({ params: { id } })
    redirect(withNotice(listAddress(place), 'deleted'))
  })
}
