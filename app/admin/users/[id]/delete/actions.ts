'use server'

import { redirect } from 'next/navigation'
import { normalizeEmail } from '#lib/domain/email-form.ts'
import { pageTexts } from '../../../../_components/texts.ts'
import type { FormState } from '../../../../_console/form-state.ts'
import { FormRefusal, textOfField } from '../../../../_console/form-values.ts'
import { withNotice } from '../../../../_console/notices.ts'
import { submitUser } from '../../_parts/submit-user.ts'
import { listAddress, type UserListState } from '../../_parts/user-list-state.ts'

/** Deletes a user, once the form repeats the email, and returns to the list at the same page and search. */
export async function deleteUser(
  id: number,
  listState: UserListState,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  const t = await pageTexts()
  return submitUser(form, { listState }, async (api) => {
    const { user } = await api.getUser({ params: { id } })
    if (normalizeEmail(textOfField(form, 'email')) !== normalizeEmail(user.email)) {
      throw new FormRefusal('email', t('users.delete.mismatch'))
    }
    await api.deleteUser({ params: { id } })
    redirect(withNotice(listAddress(listState), 'deleted'))
  })
}
