import {
  AppWindow,
  Boxes,
  type LucideIcon,
  MonitorSmartphone,
  UserRound,
  UsersRound,
} from 'lucide-react'
import Link from 'next/link'
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
      icon: UserRound,
      label: t('dashboard.figures.users'),
      count: users.users,
      href: '/admin/users',
    },
    users && {
      id: 'sessions',
      icon: MonitorSmartphone,
      label: t('dashboard.figures.sessions'),
      count: users.sessions,
      limit: countLimit,
    },
    clients && {
      id: 'clients',
      icon: AppWindow,
      label: t('dashboard.figures.clients'),
      count: clients.clients,
      href: '/admin/clients',
    },
    users && {
      id: 'groups',
      icon: UsersRound,
      label: t('dashboard.figures.groups'),
      count: users.groups,
      href: '/admin/groups',
    },
    settings && {
      id: 'resources',
      icon: Boxes,
      label: t('dashboard.figures.resources'),
      count: settings.resources,
      href: '/admin/resources',
    },
  ]
  return (
    <ul className="mb-6 grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))]">
      {figures.map((figure) => figure && <Figure key={figure.id} {...figure} />)}
    </ul>
  )
}

interface FigureProps {
  readonly id: string
  readonly icon: LucideIcon
  readonly label: string
  readonly count: number
  readonly href?: string
  /** The API counts no further; a count at the limit shows as “at least”. */
  readonly limit?: number
}

async function Figure({ id, icon: Icon, label, count, href, limit }: FigureProps) {
  const t = await pageTexts()
  const number = new Intl.NumberFormat(await pageLanguage()).format(count)
  const name = href ? (
    <Link href={href} prefetch={false} className="after:absolute after:inset-0 hover:underline">
      {label}
    </Link>
  ) : (
    label
  )
  return (
    <li
      id={`figure-${id}`}
      className="relative flex flex-col-reverse justify-end gap-1 rounded-box border border-line bg-base-100 p-4 max-sm:last:odd:col-span-2 has-[a:hover]:border-base-content/40"
    >
      <p className="font-semibold text-2xl tabular-nums tracking-tight">
        {limit !== undefined && count >= limit
          ? t('dashboard.figures.at_least', { count: number })
          : number}
      </p>
      <p className="flex items-center gap-2 text-muted text-sm">
        <Icon className="size-4 shrink-0" aria-hidden="true" />
        {name}
      </p>
    </li>
  )
}
