import Link from 'next/link'
import type { ReactNode } from 'react'
import { RelationTable } from '#app/_ui/list/relation-table.tsx'
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
    <RelationTable
      id={kind === 'group' ? 'groups' : 'applications'}
      heading={kind === 'group' ? t('resources.groups.group') : t('access.sessions.application')}
      column={t('resources.holds')}
      rows={found.map(({ id, name, href, note, isHeld }) => ({
        id,
        name: (
          <>
            <Link href={href} prefetch={false} className="text-link [overflow-wrap:anywhere]">
              <bdi>{name}</bdi>
            </Link>
            <div className="text-muted text-xs [overflow-wrap:anywhere]">{note}</div>
          </>
        ),
        state: <HoldsBadge isHeld={isHeld} />,
        action: mayGive && <GiveButton {...{ permission, kind, id, name, isHeld }} />,
      }))}
    />
  )
}
