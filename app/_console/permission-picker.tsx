'use client'

import { ShieldAlert, Undo2, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Badge } from './card.tsx'
import { DiscardChanges } from './discard-changes.tsx'
import { useFormChanges } from './form-changes.ts'
import type { PermissionChoice } from './permission-choice.ts'
import { PermissionChooser, type Resource } from './permission-chooser.tsx'
import { usePlainForm } from './plain-form.tsx'
import { useFocusAfter } from './use-focus-after.ts'
import { useTexts } from './use-texts.ts'

interface PermissionPickerProps {
  /** Null when the visitor may not read them: then permissions can only be removed. */
  readonly resources: readonly Resource[] | null
  /** The permissions held now. */
  readonly granted: readonly PermissionChoice[]
  /** Shown when no permission is held. */
  readonly empty: string
}

/**
 * Edits the permissions of a holder: the visitor chooses a resource, then one of its permissions. The surrounding form
 * (`PlainForm`) saves the whole list as repeated fields `permissionIds`, with the list as read in `expected`.
 */
export function PermissionPicker(props: PermissionPickerProps) {
  const { saved } = usePlainForm()
  const ids = JSON.stringify(props.granted.map(({ id }) => id))
  return (
    <>
      <input type="hidden" name="expected" value={ids} />
      <Picker key={saved + ids} {...props} />
    </>
  )
}

function Picker({ resources, granted, empty }: PermissionPickerProps) {
  const t = useTexts()
  const { all, stateOf, isHeld, changes, add, remove, discard } = useGrants(granted)
  useFormChanges(changes)
  return (
    <div className="flex flex-col gap-4">
      {resources ? (
        <PermissionChooser resources={resources} isHeld={isHeld} add={add} />
      ) : (
        <p className="text-muted text-sm">{t('console.permissions.no_resources')}</p>
      )}
      {all.length === 0 && (
        <p className="rounded-field border border-line border-dashed px-4 py-6 text-center text-muted text-sm">
          {empty}
        </p>
      )}
      <ul
        aria-label={t('console.permissions.held')}
        className="divide-y divide-line rounded-field border border-line empty:hidden"
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
      <DiscardChanges isShown={changes > 0} discard={discard} />
    </div>
  )
}

type GrantState = 'held' | 'added' | 'removed'

/** The permissions held, with the unsaved edits. */
function useGrants(granted: readonly PermissionChoice[]) {
  const [added, setAdded] = useState<readonly PermissionChoice[]>([])
  const [removed, setRemoved] = useState<readonly number[]>([])
  const isHeld = (id: number) =>
    [...granted, ...added].some((held) => held.id === id) && !removed.includes(id)
  const add = (choice: PermissionChoice) => {
    if (removed.includes(choice.id)) setRemoved(removed.filter((id) => id !== choice.id))
    else setAdded([...added, choice])
  }
  const remove = (choice: PermissionChoice) => {
    if (added.includes(choice)) setAdded(added.filter((other) => other !== choice))
    else setRemoved([...removed, choice.id])
  }
  const discard = () => {
    setAdded([])
    setRemoved([])
  }
  const stateOf = (choice: PermissionChoice): GrantState => {
    if (removed.includes(choice.id)) return 'removed'
    return added.includes(choice) ? 'added' : 'held'
  }
  const changes = added.length + removed.length
  return { all: [...granted, ...added], stateOf, isHeld, changes, add, remove, discard }
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
    <li ref={row} className="flex items-center gap-3 py-2 ps-4 pe-2">
      {!isRemoved && <input type="hidden" name="permissionIds" value={id} />}
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span
            dir="ltr"
            className={`font-mono text-sm [overflow-wrap:anywhere] ${isRemoved ? 'line-through' : ''}`}
          >
            {scope}
          </span>
          {isAdministrative && (
            <Badge tone="warning">
              <ShieldAlert className="size-3" aria-hidden="true" />
              {t('console.permissions.administrative')}
            </Badge>
          )}
          {state === 'added' && <Badge>{t('console.permissions.added')}</Badge>}
          {isRemoved && <Badge>{t('console.permissions.removed')}</Badge>}
        </p>
        {description && (
          <p className="text-muted text-xs [overflow-wrap:anywhere]">{description}</p>
        )}
      </div>
      <button
        type="button"
        className="btn btn-ghost btn-square btn-sm"
        aria-label={label}
        title={label}
        onClick={isRemoved ? act.restore : act.remove}
      >
        <Icon className="size-4" aria-hidden="true" />
      </button>
    </li>
  )
}
