import { SearchX } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Avatar } from '#app/_ui/text/avatar.tsx'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { fullName } from '#lib/domain/users/full-name.ts'
import { EmptyState } from './empty-state.tsx'
import { RelationTable } from './relation-table.tsx'

export interface ListedPerson {
  readonly id: number
  readonly subject: string
  readonly email: string
  readonly givenName: string
  readonly familyName: string
}

interface PeopleTableProps<Person extends ListedPerson> {
  readonly id: string
  readonly people: readonly Person[]
  /** Heading of the column after the names. */
  readonly column: string
  readonly state: (person: Person) => ReactNode
  /** The action for a user; empty for read-only visitors. */
  readonly action: (person: Person) => ReactNode
}

/** Users, their relation to the page's record, and the action to change it. */
export async function PeopleTable<Person extends ListedPerson>(props: PeopleTableProps<Person>) {
  const { id, people, column, state, action } = props
  const t = await pageTexts()
  return (
    <RelationTable
      id={id}
      heading={t('console.record.person')}
      column={column}
      hasPictures
      rows={people.map((person) => ({
        id: person.id,
        name: <PersonCell person={person} />,
        state: state(person),
        action: action(person),
      }))}
    />
  )
}

/** A picture, the name as a link, and the email; without a name the email takes its place. */
function PersonCell({ person }: { readonly person: ListedPerson }) {
  const name = fullName(person)
  return (
    <div className="flex items-start gap-2.5 py-1">
      <Avatar person={person} />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <Link
          href={`/admin/users/${person.id}/details`}
          prefetch={false}
          className="inline-block py-0.5 font-medium hover:underline"
        >
          {name ? <bdi>{name}</bdi> : <EmailAddress email={person.email} />}
        </Link>
        {name && (
          <div className="text-muted">
            <EmailAddress email={person.email} />
          </div>
        )}
      </div>
    </div>
  )
}

/** Replaces the table when a search found nothing. */
export async function NobodyFound({ query }: { readonly query: string }) {
  const t = await pageTexts()
  return (
    <EmptyState
      icon={SearchX}
      title={t('console.search_empty', { query })}
      text={t('users.search_hint')}
    />
  )
}
