import { Stat, Stats } from '#app/_ui/layout/stats.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { countLimit } from '#lib/api/contract/models/dashboard.ts'
import { pageLanguage } from '#lib/http/page.ts'
import type { ClientPart, SettingsPart, UserPart } from './parts.ts'

interface FiguresProps {
  readonly users: UserPart
  readonly clients: ClientPart
  readonly settings: SettingsPart
}

/** Counts of the records that the visitor may read, each linked to its list. */
export async function Figures({ users, clients, settings }: FiguresProps) {
  const t = await pageTexts()
  if (!users && !clients && !settings) return null
  // Most frequently needed first.
  const figures: readonly (FigureProps | null)[] = [
    users && {
      id: 'users',
      label: t('dashboard.figures.users'),
      count: users.users,
      href: '/admin/users',
    },
    users && {
      id: 'sessions',
      label: t('dashboard.figures.sessions'),
      count: users.sessions,
      limit: countLimit,
    },
    clients && {
      id: 'clients',
      label: t('dashboard.figures.clients'),
      count: clients.clients,
      href: '/admin/clients',
    },
    users && {
      id: 'groups',
      label: t('dashboard.figures.groups'),
      count: users.groups,
      href: '/admin/groups',
    },
    settings && {
      id: 'resources',
      label: t('dashboard.figures.resources'),
      count: settings.resources,
      href: '/admin/resources',
    },
  ]
  return <Stats>{figures.map((figure) => figure && <Figure key={figure.id} {...figure} />)}</Stats>
}

interface FigureProps {
  readonly id: string
  readonly label: string
  readonly count: number
  readonly href?: string
  /** The API counts no further; a count at the limit shows as “at least”. */
  readonly limit?: number
}

async function Figure({ id, label, count, href, limit }: FigureProps) {
  const t = await pageTexts()
  const number = new Intl.NumberFormat(await pageLanguage()).format(count)
  const isMore = limit !== undefined && count >= limit
  const value = isMore ? t('dashboard.figures.at_least', { count: number }) : number
  return <Stat id={`figure-${id}`} label={label} value={value} href={href} />
}
