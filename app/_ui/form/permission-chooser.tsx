'use client'

import { Plus } from 'lucide-react'
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { FormProblem } from './form-problem.tsx'
import type { PermissionChoice } from './permission-choice.ts'
import { postForm } from './post-form.ts'

export interface Resource {
  readonly id: number
  readonly resourceIdentifier: string
}

interface ChooserProps {
  readonly resources: readonly Resource[]
  readonly isHeld: (id: number) => boolean
  readonly add: (choice: PermissionChoice) => void
}

/** Chooses a resource, then one of its permissions that is not held yet. */
export function PermissionChooser({ resources, isHeld, add }: ChooserProps) {
  const t = useTexts()
  const id = useId()
  const { choices, state, choose } = useChoices()
  const [picked, setPicked] = useState('')
  const open = choices.filter((choice) => !isHeld(choice.id))
  const chosen = open.find((one) => String(one.id) === picked)
  const resource = useRef<HTMLSelectElement>(null)
  const permission = useRef<HTMLSelectElement>(null)
  const grant = () => {
    if (chosen) add(chosen)
    setPicked('')
    // The button becomes disabled and would lose the focus; so does the choice of permissions after the last one.
    const next = open.length > 1 ? permission : resource
    next.current?.focus()
  }
  const chooseResource = (resourceId: string) => {
    setPicked('')
    choose(resourceId)
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-[1fr_1fr_auto] sm:items-end">
        <ResourceChoices
          id={`${id}-resource`}
          resources={resources}
          pick={chooseResource}
          ref={resource}
        />
        <PermissionChoices
          id={`${id}-permission`}
          prompt={promptOf(state, choices.length, open.length)}
          choices={open}
          picked={picked}
          pick={setPicked}
          ref={permission}
        />
        <button id="grant" type="button" className="btn" disabled={!picked} onClick={grant}>
          <Plus aria-hidden="true" />
          {t('console.permissions.grant')}
        </button>
      </div>
      {chosen?.description && (
        <p className="text-muted text-sm [overflow-wrap:anywhere]">
          <bdi>{chosen.description}</bdi>
        </p>
      )}
      {state === 'failed' && <FormProblem text={t('console.permissions.failed')} />}
      <noscript>
        <p className="text-muted text-sm">{t('console.permissions.no_script')}</p>
      </noscript>
    </div>
  )
}

interface ResourceChoicesProps {
  readonly id: string
  readonly resources: readonly Resource[]
  readonly pick: (id: string) => void
  readonly ref: RefObject<HTMLSelectElement | null>
}

function ResourceChoices({ id, resources, pick, ref }: ResourceChoicesProps) {
  const t = useTexts()
  return (
    <Choice id={id} label={t('console.permissions.resource')} onChange={pick} ref={ref}>
      <option value="">{t('console.permissions.choose_resource')}</option>
      {resources.map((resource) => (
        <option key={resource.id} value={resource.id}>
          {resource.resourceIdentifier}
        </option>
      ))}
    </Choice>
  )
}

interface PermissionChoicesProps {
  readonly id: string
  readonly prompt: ReturnType<typeof promptOf>
  readonly choices: readonly PermissionChoice[]
  readonly picked: string
  readonly pick: (id: string) => void
  readonly ref: RefObject<HTMLSelectElement | null>
}

function PermissionChoices({ id, prompt, choices, picked, pick, ref }: PermissionChoicesProps) {
  const t = useTexts()
  return (
    <Choice
      id={id}
      label={t('console.permissions.permission')}
      value={picked}
      disabled={choices.length === 0}
      onChange={pick}
      ref={ref}
    >
      <option value="">{t(prompt)}</option>
      {choices.map((choice) => (
        <option key={choice.id} value={choice.id} title={choice.description || undefined}>
          {choice.name}
        </option>
      ))}
    </Choice>
  )
}

/** The permissions of the chosen resource, loaded on choice. */
function useChoices() {
  const [choices, setChoices] = useState<readonly PermissionChoice[]>([])
  const [state, setState] = useState<'none' | 'loading' | 'loaded' | 'failed'>('none')
  const wanted = useRef('')
  const choose = async (resourceId: string) => {
    wanted.current = resourceId
    setChoices([])
    setState(resourceId ? 'loading' : 'none')
    if (!resourceId) return
    const address = `/admin/resources/${resourceId}/permissions/submit/choices`
    const answer = await postForm(address, new FormData(), '')
    const found = answer.kind === 'done' ? (answer.shown as readonly PermissionChoice[]) : null
    // The visitor may have chosen another resource meanwhile.
    if (wanted.current !== resourceId) return
    setChoices(found ?? [])
    setState(found ? 'loaded' : 'failed')
  }
  return { choices, state, choose: (resourceId: string) => void choose(resourceId) }
}

function promptOf(state: string, all: number, open: number) {
  if (state === 'loading') return 'console.busy'
  if (state !== 'loaded') return 'console.permissions.resource_first'
  if (all === 0) return 'console.permissions.none_there'
  return open === 0 ? 'console.permissions.all_held' : 'console.permissions.choose_permission'
}

interface ChoiceProps {
  readonly id: string
  readonly label: string
  readonly value?: string
  readonly disabled?: boolean
  readonly onChange: (value: string) => void
  readonly ref?: RefObject<HTMLSelectElement | null>
  readonly children: ReactNode
}

function Choice({ id, label, onChange, ...select }: ChoiceProps) {
  return (
    <div className="ui-field">
      <label htmlFor={id} className="ui-label">
        {label}
      </label>
      <select
        {...select}
        id={id}
        // Identifiers are left to right, even in Arabic.
        dir="ltr"
        className="select"
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
