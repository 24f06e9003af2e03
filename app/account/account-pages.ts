/** The items of the account's rail, and the pages of each; the first is the item's own. */
export const accountItems = {
  personal: ['profile', 'picture', 'email', 'email_verification', 'phone', 'address'],
  security: ['change_password', 'otp'],
  devices: ['sessions'],
  apps: ['manage_consents'],
} as const

export type AccountItem = keyof typeof accountItems
export type AccountPage = (typeof accountItems)[AccountItem][number]

export function accountAddress(page: AccountPage): string {
  return `/account/${page.replaceAll('_', '-')}`
}

/** The item of a page, and the pages that the item has. Without mail, an address cannot be confirmed. */
export function pagesBeside(page: AccountPage, smtpEnabled: boolean) {
  const items = Object.keys(accountItems) as readonly AccountItem[]
  const of = (item: AccountItem): readonly AccountPage[] => accountItems[item]
  const item = items.find((name) => of(name).includes(page)) ?? 'personal'
  return { item, pages: of(item).filter((name) => name !== 'email_verification' || smtpEnabled) }
}
