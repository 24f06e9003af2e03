/**
 * The address that continues a sign-in; without one it leads to the account's own pages.
 * @param ceremonyId of the interaction that the visitor came from; '' for none
 */
export function signInAddress(ceremonyId: string): string {
  return ceremonyId ? `/auth/pwd?ceremony=${encodeURIComponent(ceremonyId)}` : '/account/overview'
}
