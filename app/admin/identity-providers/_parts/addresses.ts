/** The list of identity providers. */
export const listAddress = '/admin/identity-providers'

/** A provider's pages by the last part of their addresses. */
export type ProviderSection = 'connection' | 'accounts' | 'mapping' | 'domains' | 'delete'

export function sectionAddress(id: number, section: ProviderSection): string {
  return `${listAddress}/${id}/${section}`
}

/** The form that moves a provider to another place of the list. */
export function moveAddress(id: number): string {
  return `${listAddress}/submit/move/${id}`
}
