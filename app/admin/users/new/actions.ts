'use server'

import { redirect } from 'next/navigation'
import { pageTexts } from '../../../_components/texts.ts'
import type { FormState } from '../../../_console/form-state.ts'
import { FormRefusal, textOfField, textsOfFields } from '../../../_console/form-values.ts'
import { withNotice } from '../../../_console/notices.ts'
import { submitUser } from '../_parts/submit-user.ts'
import { type UserListState, userAddress } from '../_parts/user-list-state.ts'

const fields = {
  'validator.email': 'email',
  EMAIL_: 'email',
  'validator.profile.given_name': 'givenName',
  'validator.profile.middle_name': 'middleName',
  'validator.profile.family_name': 'familyName',
  'validator.password': 'password',
}

const names = ['email', 'givenName', 'middleName', 'familyName', 'setPasswordType'] as const

/** Creates a user and opens the details. */
export async function createUser(
  listState: UserListState,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  const t = await pageTexts()
  return submitUser(form, { listState, fields }, async (api) => {
    const texts = textsOfFields(form, names)
    const password = textOfField(form, 'password')
    if (texts.email.trim() === '') throw new FormRefusal('email', t('users.email_required'))
    if (texts.setPasswordType !== 'email' && password === '') {
      throw new FormRefusal('password', t('users.password.required'))
    }
    const emailVerified = form.get('emailVerified') === 'on'
    const { user } = await api.createUser({ body: { ...texts, password, emailVerified } })
    redirect(withNotice(userAddress(user.id, 'details', listState), 'created'))
  })
}
