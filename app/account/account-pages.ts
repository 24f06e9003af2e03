/** The items of the account's rail, and the pages of each; the first is the item's own. */
export const accountItems = {
  overview: ['overview'],
  personal: ['profile', 'picture', 'email', 'email_verification', 'phone', 'address'],
  security: ['security', 'change_password', 'otp', 'passkeys', 'linked_accounts'],
  devices: ['sessions'],
  apps: ['manage_consents'],
  activity: ['activity'],
} as const

export type AccountItem = keyof typeof accountItems
export type AccountPage = (typeof accountItems)[AccountItem][number]

export function accountAddress(page: AccountPage): string {
  return `/account/${page.replaceAll('_', '-')}`
}

/** The pages beside a page of personal info, in its tabs. Without mail, an address cannot be confirmed. */
export function personalTabs(smtpEnabled: boolean) {
  return accountItems.personal.filter((name) => name !== 'email_verification' || smtpEnabled)
}

type PersonalPage = (typeof accountItems.personal)[number]

export function isPersonal(page: AccountPage): page is PersonalPage {
  return accountItems.personal.some((one) => one === page)
}

/** Whether a page is one of security's own pages, with a way back to it. */
export function isBelowSecurity(page: AccountPage): boolean {
  return page !== 'security' && accountItems.security.some((one) => one === page)
}
