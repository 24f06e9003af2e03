import { SearchX } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { EmptyState, tableInCard } from '#app/_ui/shell/card.tsx'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { fullName } from '#lib/domain/full-name.ts'

export interface ListedPerson {
  readonly id: number
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
    <table id={id} className={tableInCard}>
      <thead>
        <tr>
          <th scope="col">{t('console.record.person')}</th>
          <th scope="col" className="max-sm:hidden">
            {column}
          </th>
          <th scope="col">
            <span className="sr-only">{t('console.manage')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.id}>
            <td className="min-w-0">
              <Link
                href={`/admin/users/${person.id}/details`}
                prefetch={false}
                className="text-link"
              >
                <EmailAddress email={person.email} />
              </Link>
              <div className="text-muted [overflow-wrap:anywhere] empty:hidden">
                <bdi>{fullName(person)}</bdi>
              </div>
              <div className="mt-1 flex flex-wrap gap-1 sm:hidden">{state(person)}</div>
            </td>
            <td className="max-sm:hidden">
              <div className="flex flex-wrap gap-1">{state(person)}</div>
            </td>
            <td className="text-end">{action(person)}</td>
          </tr>
        ))}
      </tbody>
    </table>
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
