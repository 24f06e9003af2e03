import { UsersRound } from 'lucide-react'
import Link from 'next/link'
import { Badge } from '#app/_ui/text/badge.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { roleOf } from './roles.ts'

/** The roles that administrative permissions give, each once; Owner stands out. */
export async function RoleBadges({ permissions }: { readonly permissions: readonly string[] }) {
  const t = await pageTexts()
  const names = [...new Set(permissions.map(roleOf))]
  return (
    <span className="flex flex-wrap gap-1">
      {names.map((name) => (
        <Badge key={name} tone={name === 'owner' ? 'info' : 'neutral'}>
          {t(`access.roles.${name}.name`)}
        </Badge>
      ))}
    </span>
  )
}

interface SourceBadgesProps {
  readonly sources: readonly {
    readonly group: { readonly id: number; readonly groupIdentifier: string } | null
  }[]
}

/** Where a permission comes from: directly, or through groups, each once. */
export async function SourceBadges({ sources }: SourceBadgesProps) {
  const t = await pageTexts()
  const groups = new Map(sources.flatMap(({ group }) => (group ? [[group.id, group]] : [])))
  return (
    <span className="flex flex-wrap gap-1.5 sm:min-w-32">
      {sources.some(({ group }) => group === null) && <Badge>{t('access.direct')}</Badge>}
      {[...groups.values()].map(({ id, groupIdentifier }) => (
        <Link
          key={id}
          href={`/admin/groups/${id}/members`}
          prefetch={false}
          className="ui-badge relative h-auto! min-h-5 shrink whitespace-normal! [overflow-wrap:anywhere]"
        >
          <UsersRound aria-hidden="true" />
          {groupIdentifier}
        </Link>
      ))}
    </span>
  )
}
