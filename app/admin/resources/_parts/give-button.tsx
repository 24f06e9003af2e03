import { RowAction } from '#app/_ui/list/row-action.tsx'
import { Badge } from '#app/_ui/text/badge.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { giveAction } from './change-holder.ts'
import type { HolderKind } from './holder-kind.ts'
import { RemoveHolder } from './remove-holder.tsx'
import type { PermissionRecord } from './resource-page-data.ts'

interface GiveButtonProps {
  readonly permission: PermissionRecord
  readonly kind: HolderKind
  readonly id: number
  readonly name: string
  readonly isHeld: boolean
}

/** Gives the permission to a found user, group or application, or takes it back. */
export async function GiveButton({ permission, kind, id, name, isHeld }: GiveButtonProps) {
  const t = await pageTexts()
  const { id: permissionId, resourceId } = permission
  const holding = { resourceId, permissionId, kind, holder: id }
  if (isHeld) {
    const action = giveAction(holding, 'remove')
    return <RemoveHolder {...{ kind, id, name, permission, action }} />
  }
  return (
    <RowAction
      id={`grant-${id}`}
      action={giveAction(holding, 'give')}
      label={t('console.permissions.grant')}
      name={t('resources.grant_to', { name })}
    />
  )
}

/** Whether a found user, group or application has the permission. */
export async function HoldsBadge({ isHeld }: { readonly isHeld: boolean }) {
  const t = await pageTexts()
  // Hidden on a phone: without the column heading, “No” has no meaning.
  if (!isHeld) return <span className="text-muted max-sm:hidden">{t('console.no')}</span>
  return <Badge tone="success">{t('resources.has_permission')}</Badge>
}
