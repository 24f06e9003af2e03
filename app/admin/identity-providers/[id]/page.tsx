import { redirect } from 'next/navigation'
import { idInAddress } from '#app/_ui/list/list-state.ts'
import { sectionAddress } from '../_parts/addresses.ts'
import type { ProviderPageProps } from '../_parts/provider-page-data.ts'

/** Leads to a provider's first page. */
export default async function ProviderPage({ params }: ProviderPageProps) {
  redirect(sectionAddress(idInAddress((await params).id), 'connection'))
}
