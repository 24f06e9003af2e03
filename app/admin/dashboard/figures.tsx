import { Stat, Stats } from '#app/_ui/layout/stats.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { countLimit } from '#lib/api/contract/models/dashboard.ts'
import { pageLanguage } from '#lib/http/page.ts'
import type { ClientPart, SettingsPart, Figures as SignInFigures, UserPart } from './parts.ts'

interface FiguresProps {
  readonly users: UserPart
  readonly clients: ClientPart
  readonly settings: SettingsPart
  /** What happened at sign-ins; null for a visitor who may not read it. */
  readonly signIns: SignInFigures | null
}

/** Counts of the records that the visitor may read, each linked to its list. */
export async function Figures({ users, clients, settings, signIns }: FiguresProps) {
  const t = await pageTexts()
  if (!users && !clients && !settings) return null
  // Most frequently needed first.
  const figures: readonly (FigureProps | null)[] = [
    ...(signIns ? await signInFigures(signIns) : []),
    signIns && newUsers(signIns, t),
    users && {
      id: 'sessions',
      label: t('dashboard.figures.sessions'),
      count: users.sessions,
      limit: countLimit,
      href: '/admin/sessions',
    },
    users && {
      id: 'users',
      label: t('dashboard.figures.users'),
      count: users.users,
      href: '/admin/users',
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

/** Sign-ins and refusals of the range, each with what it is compared with. */
async function signInFigures({
  hours,
  before,
  users,
}: SignInFigures): Promise<readonly FigureProps[]> {
  const t = await pageTexts()
  const signIns = hours.reduce((total, hour) => total + hour.signIns, 0)
  const refused = hours.reduce((total, hour) => total + hour.refused, 0)
  const percent = new Intl.NumberFormat(await pageLanguage(), {
    style: 'percent',
    maximumFractionDigits: 1,
  })
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)
  const now = share(refused, signIns + refused)
  const usual = share(before.refused, before.signIns + before.refused)
  const change = share(signIns - before.signIns, before.signIns)
  const signed = new Intl.NumberFormat(await pageLanguage(), {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  })
  return [
    {
      id: 'active',
      label: t('dashboard.figures.active'),
      count: users.active,
      limit: countLimit,
    },
    {
      id: 'signIns',
      label: t('dashboard.figures.sign_ins'),
      count: signIns,
      ...(before.signIns > 0 && {
        delta: t('dashboard.figures.change', { change: signed.format(change) }),
      }),
    },
    {
      id: 'refused',
      label: t('dashboard.figures.refused'),
      count: refused,
      ...(refused > 0 && {
        delta: t('dashboard.figures.share', {
          share: percent.format(now),
          usual: percent.format(usual),
        }),
        isBad: now > usual,
      }),
    },
  ]
}

function newUsers({ users }: SignInFigures, t: Texts): FigureProps {
  const { created, createdBefore } = users
  return {
    id: 'newUsers',
    label: t('dashboard.figures.new'),
    count: created,
    limit: countLimit,
    ...(createdBefore > 0 && { delta: t('dashboard.figures.before', { count: createdBefore }) }),
  }
}

type Texts = Awaited<ReturnType<typeof pageTexts>>

interface FigureProps {
  readonly id: string
  readonly label: string
  readonly count: number
  readonly href?: string
  /** The API counts no further; a count at the limit shows as “at least”. */
  readonly limit?: number
  /** What the count is compared with, in words. */
  readonly delta?: string
  readonly isBad?: boolean
}

async function Figure({ id, label, count, href, limit, delta, isBad }: FigureProps) {
  const t = await pageTexts()
  const number = new Intl.NumberFormat(await pageLanguage()).format(count)
  const isMore = limit !== undefined && count >= limit
  const value = isMore ? t('dashboard.figures.at_least', { count: number }) : number
  return <Stat id={`figure-${id}`} {...{ label, value, href, delta, isBad }} />
}
