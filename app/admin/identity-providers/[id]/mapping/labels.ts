/** The texts that name the fields of a profile. */
export const fieldLabels = {
  givenName: 'account.profile.given_name',
  middleName: 'account.profile.middle_name',
  familyName: 'account.profile.family_name',
  nickname: 'account.profile.nickname',
  website: 'account.profile.website',
  gender: 'account.profile.gender',
  dateOfBirth: 'account.profile.birth_date',
  zoneInfo: 'account.profile.zone',
  locale: 'account.profile.locale',
} as const
