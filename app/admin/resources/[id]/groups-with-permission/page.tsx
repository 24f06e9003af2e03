import { redirect } from 'next/navigation'
import { idInAddress } from '#app/_ui/list/list-state.ts'
import type { ResourcePageProps } from '#app/admin/resources/_parts/resource-page-data.ts'
import { sectionAddress } from '#app/admin/resources/_parts/section-address.ts'

/** The groups among those who have a permission, at its former address. */
export default async function GroupsWithPermissionPage(props: ResourcePageProps): Promise<never> {
  const id = idInAddress((await props.params).id)
  const { permission } = await props.searchParams
  const query = new URLSearchParams({ kind: 'group' })
  if (typeof permission === 'string') query.set('permission', permission)
  redirect(`${sectionAddress(id, 'users-with-permission')}?${query}`)
}
