import { Confirm } from '#app/_ui/form/confirm.tsx'
import { permissionChoice } from '#app/_ui/form/permission-choice.ts'
import { RowAction } from '#app/_ui/list/row-action.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { HolderKind } from './holder-kind.ts'

interface RemoveHolderProps {
  readonly kind: HolderKind
  readonly id: number
  /** What the holder is called. */
  readonly name: string
  readonly permission: Parameters<typeof permissionChoice>[0]
  /** Path of the route file. */
  readonly action: string
}

/**
 * Takes a permission from a holder, at once: the message has an undo. It asks first where the permission makes
 * administrators, because an administrator who removes it from themselves cannot give it back.
 */
export async function RemoveHolder({ kind, id, name, permission, action }: RemoveHolderProps) {
  const t = await pageTexts()
  const { scope, isAdministrative } = permissionChoice(permission)
  const label = t('console.remove_named', { name })
  if (!isAdministrative) {
    return (
      <RowAction id={`remove-${id}`} action={action} label={t('console.remove')} name={label} />
    )
  }
  return (
    <Confirm
      id={`remove-${id}`}
      action={action}
      trigger={t('console.remove')}
      triggerLabel={label}
      title={
        kind === 'group'
          ? t('resources.groups.remove_title', { scope, name })
          : t('resources.users.remove_title', { scope, email: name })
      }
      body={t('resources.removal')}
      confirm={t('console.remove')}
    />
  )
}
