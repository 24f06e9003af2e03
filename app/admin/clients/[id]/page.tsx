import { redirect } from 'next/navigation'
import { type ClientPageProps, clientId } from '../_parts/client-page-data.ts'
import { sectionAddress } from '../_parts/section-address.ts'

/** A client opens with its settings. */
export default async function ClientPage({ params }: ClientPageProps) {
  redirect(sectionAddress(await clientId(params), 'settings'))
}
