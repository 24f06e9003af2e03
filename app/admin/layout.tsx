import {
  AppWindow,
  Boxes,
  Gauge,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  MonitorSmartphone,
  Palette,
  ScrollText,
  Settings,
  SlidersHorizontal,
  UserRound,
  UsersRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { openConsole } from '#app/_ui/shell/api.ts'
import { type Domain, mayRead } from '#app/_ui/shell/rights.ts'
import { Shell } from '#app/_ui/shell/shell.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'

const records = [
  ['clients', '/admin/clients', AppWindow, 'clients'],
  ['resources', '/admin/resources', Boxes, 'settings'],
  ['groups', '/admin/groups', UsersRound, 'users'],
  ['users', '/admin/users', UserRound, 'users'],
] as const satisfies Pages

const settings = [
  ['general', '/admin/settings/general', Settings, 'settings'],
  ['theme', '/admin/settings/ui-theme', Palette, 'settings'],
  ['sessions', '/admin/settings/sessions', MonitorSmartphone, 'settings'],
  ['tokens', '/admin/settings/tokens', Gauge, 'settings'],
  ['keys', '/admin/settings/keys', KeyRound, 'settings'],
  ['email', '/admin/settings/email', Mail, 'settings'],
  ['audit_settings', '/admin/settings/audit-logs', SlidersHorizontal, 'settings'],
  ['audit_log', '/admin/settings/audit-log-viewer', ScrollText, 'settings'],
] as const satisfies Pages

type Pages = readonly (readonly [name: string, href: string, icon: LucideIcon, domain: Domain])[]

/** The shell of the administration; its menu shows only pages that the visitor may read. */
export default async function AdminLayout({ children }: { readonly children: ReactNode }) {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  const itemsOf = (pages: typeof records | typeof settings) =>
    pages
      .filter(([, , , domain]) => mayRead(visitor, domain))
      .map(([name, href, Icon]) => ({
        href,
        label: t(`console.admin_nav.${name}`),
        icon: <Icon />,
      }))
  const dashboard = {
    href: '/admin/dashboard',
    label: t('console.admin_nav.dashboard'),
    icon: <LayoutDashboard />,
  }
  const parts = [
    { items: [dashboard, ...itemsOf(records)] },
    { title: t('console.admin_nav.settings'), items: itemsOf(settings) },
  ]
  return (
    <Shell area="admin" parts={parts.filter(({ items }) => items.length > 0)}>
      {children}
    </Shell>
  )
}
