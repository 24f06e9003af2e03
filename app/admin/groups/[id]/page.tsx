import { redirect } from 'next/navigation'
import { idInAddress } from '#app/_ui/list/list-state.ts'
import { sectionAddress } from '../_parts/group-address.ts'
import type { GroupPageProps } from '../_parts/group-page-data.ts'

/** A group opens with its settings. */
export default async function GroupPage({ params }: GroupPageProps) {
  redirect(sectionAddress(idInAddress((await params).id), 'settings'))
}
