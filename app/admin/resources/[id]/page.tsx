import { redirect } from 'next/navigation'
import { idInAddress } from '#app/_ui/list/list-state.ts'
import type { ResourcePageProps } from '../_parts/resource-page-data.ts'
import { sectionAddress } from '../_parts/section-address.ts'

/** A resource opens with its settings. */
export default async function ResourcePage({ params }: ResourcePageProps) {
  redirect(sectionAddress(idInAddress((await params).id), 'settings'))
}
