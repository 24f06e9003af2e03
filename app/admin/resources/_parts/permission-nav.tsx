import Link from 'next/link'
import { permissionChoice } from '#app/_ui/form/permission-choice.ts'
import { permissionDescription } from '#app/_ui/text/built-in-texts.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { PermissionPageData } from './permission-page-data.ts'
import { sectionAddress } from './section-address.ts'

/** The permissions of a resource with the numbers of their holders; the current one is in the address. */
export async function PermissionNav({ data }: { readonly data: PermissionPageData }) {
  const t = await pageTexts()
  const { permissions, permission: current, resource } = data
  const path = sectionAddress(resource.id, 'users-with-permission')
  return (
    <nav
      id="permission-nav"
      aria-label={t('access.holders.permissions')}
      className="grid max-h-[36rem] gap-2 overflow-y-auto p-0.5"
    >
      {permissions.map((permission) => {
        const { id, holders } = permission
        const isCurrent = id === current?.id
        return (
          <Link
            key={id}
            href={`${path}?permission=${id}`}
            prefetch={false}
            aria-current={isCurrent ? 'true' : undefined}
            className={`ui-choice flex-col gap-0.5! px-3! py-2.5! ${isCurrent ? 'border-[var(--accent-edge)]! bg-[var(--accent-soft)]! shadow-[inset_0_0_0_1px_var(--accent-edge)]' : ''}`}
          >
            <span className="flex w-full items-center gap-2">
              <b dir="ltr" className="mono grow text-start font-medium [overflow-wrap:anywhere]">
                {permissionChoice(permission).scope}
              </b>
              <span className="ui-count">{holders}</span>
            </span>
            <span className="ui-hint [overflow-wrap:anywhere]">
              {permissionDescription(t, permission)}
            </span>
          </Link>
        )
      })}
    </nav>
  )
}
