import { KeyRound } from 'lucide-react'
import Link from 'next/link'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { PermissionPageData } from './permission-page-data.ts'
import { sectionAddress } from './section-address.ts'

/** Replaces the list of holders if the resource has no permission. */
export async function NoPermissions({ data }: { readonly data: PermissionPageData }) {
  const t = await pageTexts()
  return (
    <EmptyState
      icon={KeyRound}
      title={t('resources.permissions.none')}
      text={t('resources.permissions.none_hint')}
    >
      <Link
        href={sectionAddress(data.resource.id, 'permissions')}
        prefetch={false}
        className="btn btn-sm"
      >
        {t('resources.permissions.add')}
      </Link>
    </EmptyState>
  )
}
