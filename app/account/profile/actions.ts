'use server'

import { pageTexts } from '../../_components/texts.ts'
import type { FormState } from '../../_console/form-state.ts'
import { submit, textsOfFields } from '../../_console/submit.ts'

const names = [
  'username',
  'givenName',
  'middleName',
  'familyName',
  'nickname',
  'website',
  'gender',
  'dateOfBirth',
  'locale',
] as const

const fields = {
  'validator.profile.username': 'username',
  'validator.profile.given_name': 'givenName',
  'validator.profile.middle_name': 'middleName',
  'validator.profile.family_name': 'familyName',
  'validator.profile.nickname': 'nickname',
  'validator.profile.website': 'website',
  'validator.profile.gender': 'gender',
  'validator.profile.dob': 'dateOfBirth',
  'validator.profile.zone_info': 'zone',
  'validator.profile.locale': 'locale',
}

/** Replaces one's own profile. */
export async function saveProfile(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  return submit(form, { fields, done: t('console.saved') }, (api) => {
    // The choice of a zone names its country too: a zone may be one of several countries.
    const [zoneInfo = '', zoneInfoCountryName = ''] = String(form.get('zone') ?? '').split('|')
    return api.updateOwnProfile({
      body: { ...textsOfFields(form, names), zoneInfo, zoneInfoCountryName },
    })
  })
}
