import { FormRefusal, textOfField, textsOfFields } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { listStateOf, userAddress } from '#app/admin/users/_parts/user-list-state.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

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
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form, t, query }) => {
    const texts = textsOfFields(form, names)
    const password = textOfField(form, 'password')
    if (texts.email.trim() === '') throw new FormRefusal('email', t('users.email_required'))
    if (texts.setPasswordType !== 'email' && password === '') {
      throw new FormRefusal('password', t('users.password.required'))
    }
    const emailVerified = form.get('emailVerified') === 'on'
    const { user } = await api.createUser({ body: { ...texts, password, emailVerified } })
    return { done: 'created', to: userAddress(user.id, 'details', listStateOf(query)) }
  },
  userRefusals(fields),
)
