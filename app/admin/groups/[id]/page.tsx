import { redirect } from 'next/navigation'
import { idInAddress } from '../../../_console/list-state.ts'
import { type GroupPageProps, sectionAddress } from '../_parts/group-page-data.ts'

/** A group opens with its settings. */
export default async function GroupPage({ params }: GroupPageProps) {
  redirect(sectionAddress(idInAddress((await params).id), 'settings'))
}
