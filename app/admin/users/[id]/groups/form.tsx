'use client'

import { Search } from 'lucide-react'
import { useState } from 'react'
import { CheckRow } from '#app/_ui/form/check-row.tsx'
import { ConsoleForm } from '#app/_ui/form/console-form.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { hasWords } from '#lib/base/text/folding.ts'

export interface GroupChoice {
  readonly id: number
  readonly identifier: string
  readonly description: string
  readonly isMember: boolean
  /** Number of members, in words. */
  readonly members: string
}

interface GroupsFormProps {
  readonly action: string
  /** Ids of the user's groups as the page read them. */
  readonly expected: readonly number[]
  /** Ids of those among them that the page does not show. */
  readonly unseen: readonly number[]
  readonly groups: readonly GroupChoice[]
  /** The list is complete, so the browser can filter it. */
  readonly areAll: boolean
}

/** Above this number, the list has a filter. */
const manyGroups = 10

/** Groups with a checkbox each for the user's membership. */
export function GroupsForm({ action, expected, unseen, groups, areAll }: GroupsFormProps) {
  const t = useTexts()
  const [wanted, setWanted] = useState('')
  const isWanted = ({ identifier, description }: GroupChoice) =>
    hasWords(`${identifier} ${description}`, wanted)
  const values = {
    groups: Object.fromEntries(groups.map(({ id, isMember }) => [`g${id}`, isMember])),
    // Compared with the groups that the user has when the form is saved.
    expectedGroupIds: [...expected],
  }
  return (
    <ConsoleForm action={action} values={values} label={t('console.save')}>
      {unseen.map((id) => (
        <input key={id} type="hidden" name={boxName(id)} value="on" />
      ))}
      {areAll && groups.length > manyGroups && <Filter value={wanted} onChange={setWanted} />}
      <fieldset>
        <legend className="sr-only">{t('users.groups.title')}</legend>
        {/* The list carries the classes that all rows share, since it may have many rows. */}
        <ul className="divide-y divide-line rounded-box border border-line text-sm [overflow-wrap:anywhere]">
          {groups.map((group) => (
            // Hidden rather than left out, so that the form still sends its checkbox.
            <li key={group.id} hidden={!isWanted(group)}>
              <CheckRow
                name={boxName(group.id)}
                isChecked={group.isMember}
                title={group.identifier}
                hint={group.description}
                end={<span className="shrink-0 text-muted">{group.members}</span>}
              />
            </li>
          ))}
        </ul>
        {!groups.some(isWanted) && (
          <p role="status" className="mt-3 text-muted text-sm">
            {t('console.search_empty', { query: wanted })}
          </p>
        )}
      </fieldset>
    </ConsoleForm>
  )
}

/** A name that begins with a letter: react-hook-form reads numbers as places in a list. */
function boxName(id: number): string {
  return `groups.g${id}`
}

interface FilterProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

function Filter({ value, onChange }: FilterProps) {
  const t = useTexts()
  return (
    <label className="input input-sm max-w-sm">
      <Search className="text-subtle" aria-hidden="true" />
      <span className="sr-only">{t('users.groups.filter')}</span>
      <input
        id="filter"
        type="search"
        value={value}
        placeholder={t('users.groups.filter')}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          // Enter would save the form.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
    </label>
  )
}
