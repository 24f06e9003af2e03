import {
  Activity,
  AppWindow,
  Boxes,
  Fingerprint,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  MonitorSmartphone,
  Palette,
  Settings,
  ShieldCheck,
  SlidersHorizontal,
  Timer,
  UserRound,
  UsersRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { openConsole } from '#app/_ui/shell/api.ts'
import { type Domain, mayRead } from '#app/_ui/shell/rights.ts'
import { Shell } from '#app/_ui/shell/shell.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { Messages } from '#lib/i18n/messages.ts'

interface Page {
  readonly name: keyof Messages['shell']['admin']
  readonly href: string
  readonly icon: LucideIcon
  /** What the visitor must be able to read; absent: any part. */
  readonly domain?: Domain
  readonly covers?: readonly string[]
}

interface Group {
  readonly title?: keyof Messages['shell']['groups']
  readonly pages: readonly Page[]
}

const settings = '/admin/settings'

const groups: readonly Group[] = [
  {
    pages: [
      { name: 'dashboard', href: '/admin/dashboard', icon: LayoutDashboard },
      {
        name: 'activity',
        href: '/admin/activity',
        icon: Activity,
        domain: 'settings',
        covers: [`${settings}/audit-logs`, '/admin/refusals'],
      },
    ],
  },
  {
    title: 'people',
    pages: [
      { name: 'users', href: '/admin/users', icon: UserRound, domain: 'users' },
      { name: 'groups', href: '/admin/groups', icon: UsersRound, domain: 'users' },
      { name: 'sessions', href: '/admin/sessions', icon: MonitorSmartphone, domain: 'users' },
      {
        name: 'administrators',
        href: '/admin/administrators',
        icon: ShieldCheck,
        domain: 'users',
      },
    ],
  },
  {
    title: 'applications',
    pages: [
      { name: 'applications', href: '/admin/clients', icon: AppWindow, domain: 'clients' },
      { name: 'apis', href: '/admin/resources', icon: Boxes, domain: 'settings' },
    ],
  },
  {
    title: 'sign_in',
    pages: [
      {
        name: 'methods',
        href: `${settings}/sign-in`,
        icon: Fingerprint,
        domain: 'settings',
      },
      {
        name: 'branding',
        href: `${settings}/branding`,
        icon: Palette,
        domain: 'settings',
        covers: [`${settings}/ui-theme`],
      },
    ],
  },
  {
    title: 'settings',
    pages: [
      { name: 'general', href: `${settings}/general`, icon: Settings, domain: 'settings' },
      {
        name: 'lifetimes',
        href: `${settings}/sessions`,
        icon: Timer,
        domain: 'settings',
        covers: [`${settings}/tokens`],
      },
      { name: 'keys', href: `${settings}/keys`, icon: KeyRound, domain: 'settings' },
      { name: 'email', href: `${settings}/email`, icon: Mail, domain: 'settings' },
      {
        name: 'protocol',
        href: `${settings}/protocol`,
        icon: SlidersHorizontal,
        domain: 'settings',
      },
    ],
  },
]

/** The shell of the administration; its rail shows only pages that the visitor may read. */
export default async function AdminLayout({ children }: { readonly children: ReactNode }) {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  const shown = groups.map(({ title, pages }) => ({
    ...(title && { title: t(`shell.groups.${title}`) }),
    items: pages
      .filter(({ domain }) => !domain || mayRead(visitor, domain))
      .map(({ name, href, icon: Icon, covers = [] }) => ({
        href,
        covers,
        label: t(`shell.admin.${name}`),
        icon: <Icon aria-hidden="true" />,
      })),
  }))
  return (
    <Shell area="admin" groups={shown.filter(({ items }) => items.length > 0)}>
      {children}
    </Shell>
  )
}
