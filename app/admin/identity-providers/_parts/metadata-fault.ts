import { sectionAddress } from './addresses.ts'

/** What was wrong with a provider's metadata while it was saved. */
const metadataFaults = ['metadata_unreachable', 'metadata_invalid'] as const
export type MetadataFault = (typeof metadataFaults)[number]

/** The fault that the address of the connection page names (`?warning=…`). */
export function metadataFaultOf(warning: unknown): MetadataFault | undefined {
  return metadataFaults.find((fault) => fault === warning)
}

/** The connection page after a save, with the warning of the API. */
export function connectionAfterSave(id: number, warning: '' | MetadataFault): string {
  const address = sectionAddress(id, 'connection')
  return warning ? `${address}?warning=${warning}` : address
}
