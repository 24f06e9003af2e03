import type { Provider } from '#app/admin/identity-providers/_parts/provider-page-data.ts'

/** The fields of the accounts' form. */
export type AccountsValues = ReturnType<typeof accountsValues>

export function accountsValues(provider: Provider) {
  const { createUsers, linking, emailTrust, secondFactor, secondFactorValues } = provider
  return {
    createUsers: String(createUsers),
    confirmed: false,
    linking: String(linking),
    emailTrust: String(emailTrust),
    secondFactor: String(secondFactor),
    secondFactorValues,
    shownOnSignIn: provider.shownOnSignIn,
  }
}
