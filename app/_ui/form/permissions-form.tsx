'use client'

import { ShieldAlert, Undo2, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { Badge } from '#app/_ui/text/badge.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { ConsoleForm } from './console-form.tsx'
import type { PermissionChoice } from './permission-choice.ts'
import { PermissionChooser, type Resource } from './permission-chooser.tsx'
import { useFocusAfter } from './use-focus-after.ts'

interface PermissionsFormProps {
  /** Path of the route file. */
  readonly action: string
  /** Null when the visitor may not read them: then permissions can only be removed. */
  readonly resources: readonly Resource[] | null
  /** The permissions held now. */
  readonly granted: readonly PermissionChoice[]
  /** Shown when no permission is held. */
  readonly empty: string
  readonly className?: string
}

/**
 * Edits the permissions of a holder: the visitor chooses a resource, then one of its permissions. The form saves the
 * whole list as repeated fields `permissionIds`, with their `permissionNames` to tell after a concurrent save.
 */
export function PermissionsForm({ action, className, ...picker }: PermissionsFormProps) {
  const t = useTexts()
  const values = { permissionIds: picker.granted.map(({ id }) => id) }
  return (
    <ConsoleForm
      action={action}
      values={values}
      label={t('console.save')}
      {...(className && { className })}
    >
      <Picker {...picker} />
    </ConsoleForm>
  )
}

function Picker({ resources, granted, empty }: Omit<PermissionsFormProps, 'action' | 'className'>) {
  const t = useTexts()
  const { all, stateOf, isHeld, add, remove } = useGrants(granted)
  return (
    <div className="flex flex-col gap-4">
      {resources ? (
        <PermissionChooser resources={resources} isHeld={isHeld} add={add} />
      ) : (
        <p className="text-muted text-sm">{t('console.permissions.no_resources')}</p>
      )}
      {all.length === 0 && (
        <p className="rounded-box border border-line border-dashed px-4 py-6 text-center text-muted text-sm">
          {empty}
        </p>
      )}
      <ul
        aria-label={t('console.permissions.held')}
        className="ui-rows rounded-box border border-line empty:hidden"
      >
        {all.map((choice) => (
          <Held
            key={choice.id}
            choice={choice}
            state={stateOf(choice)}
            remove={() => remove(choice)}
            restore={() => add(choice)}
          />
        ))}
      </ul>
    </div>
  )
}

type GrantState = 'held' | 'added' | 'removed'

/** The permissions held, with the unsaved edits. */
function useGrants(granted: readonly PermissionChoice[]) {
  const { field } = useController<{ permissionIds: number[] }, 'permissionIds'>({
    name: 'permissionIds',
  })
  const [chosen, setChosen] = useState<readonly PermissionChoice[]>([])
  const isHeld = (id: number) => field.value.includes(id)
  const isGranted = ({ id }: PermissionChoice) => granted.some((held) => held.id === id)
  const added = chosen.filter((choice) => isHeld(choice.id) && !isGranted(choice))
  const add = (choice: PermissionChoice) => {
    setChosen([...chosen.filter(({ id }) => id !== choice.id), choice])
    field.onChange([...field.value, choice.id])
  }
  const remove = ({ id }: PermissionChoice) =>
    field.onChange(field.value.filter((one) => one !== id))
  const stateOf = (choice: PermissionChoice): GrantState => {
    if (!isHeld(choice.id)) return 'removed'
    return isGranted(choice) ? 'held' : 'added'
  }
  return { all: [...granted, ...added], stateOf, isHeld, add, remove }
}

interface HeldProps {
  readonly choice: PermissionChoice
  readonly state: GrantState
  readonly remove: () => void
  readonly restore: () => void
}

function Held({ choice: { id, scope, description, isAdministrative }, state, ...act }: HeldProps) {
  const t = useTexts()
  const row = useRef<HTMLLIElement>(null)
  useFocusAfter(row)
  const isRemoved = state === 'removed'
  const label = isRemoved
    ? t('console.restore_named', { name: scope })
    : t('console.remove_named', { name: scope })
  const Icon = isRemoved ? Undo2 : X
  return (
    <li ref={row}>
      {!isRemoved && (
        <>
          <input type="hidden" name="permissionIds" value={id} />
          <input type="hidden" name="permissionNames" value={scope} />
        </>
      )}
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span
            dir="ltr"
            className={`font-mono text-sm [overflow-wrap:anywhere] ${isRemoved ? 'line-through' : ''}`}
          >
            {scope}
          </span>
          {isAdministrative && (
            <Badge tone="warning" icon={ShieldAlert}>
              {t('console.permissions.administrative')}
            </Badge>
          )}
          {state === 'added' && <Badge>{t('console.permissions.added')}</Badge>}
          {isRemoved && <Badge>{t('console.permissions.removed')}</Badge>}
        </p>
        {description && <p className="ui-hint [overflow-wrap:anywhere]">{description}</p>}
      </div>
      <button
        type="button"
        className="btn btn-ghost btn-square btn-sm"
        aria-label={label}
        title={label}
        onClick={isRemoved ? act.restore : act.remove}
      >
        <Icon aria-hidden="true" />
      </button>
    </li>
  )
}
