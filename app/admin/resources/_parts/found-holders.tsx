import Link from 'next/link'
import type { ReactNode } from 'react'
import { Table } from '#app/_ui/list/table.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { GiveButton, HoldsBadge } from './give-button.tsx'
import type { HolderKind } from './holder-kind.ts'
import type { PermissionRecord } from './resource-page-data.ts'

/** A group or an application that was found. */
export interface FoundHolder {
  readonly id: number
  readonly name: string
  readonly href: string
  /** The line below the name. */
  readonly note: ReactNode
  readonly isHeld: boolean
}

interface FoundHoldersProps {
  readonly kind: Exclude<HolderKind, 'user'>
  readonly found: readonly FoundHolder[]
  readonly permission: PermissionRecord
  readonly mayGive: boolean
}

/** Groups or applications, whether they have a permission, and the action to change that. */
export async function FoundHolders({ kind, found, permission, mayGive }: FoundHoldersProps) {
  const t = await pageTexts()
  return (
    <Table id={kind === 'group' ? 'groups' : 'applications'}>
      <thead>
        <tr>
          <th scope="col">
            {kind === 'group' ? t('resources.groups.group') : t('access.sessions.application')}
          </th>
          <th scope="col" className="max-sm:hidden">
            {t('resources.holds')}
          </th>
          <th scope="col">
            <span className="sr-only">{t('console.manage')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {found.map(({ id, name, href, note, isHeld }) => (
          <tr key={id}>
            <td className="min-w-0">
              <Link href={href} prefetch={false} className="text-link [overflow-wrap:anywhere]">
                <bdi>{name}</bdi>
              </Link>
              <div className="text-muted text-xs [overflow-wrap:anywhere]">{note}</div>
              <div className="mt-1 empty:hidden sm:hidden">{isHeld && <HoldsBadge isHeld />}</div>
            </td>
            <td className="max-sm:hidden">
              <HoldsBadge isHeld={isHeld} />
            </td>
            <td className="text-end">
              {mayGive && <GiveButton {...{ permission, kind, id, name, isHeld }} />}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
