import {
  Activity,
  AppWindow,
  Boxes,
  Fingerprint,
  IdCard,
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
  UserRoundPlus,
  UsersRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { openConsole } from '#app/_ui/shell/api.ts'
import { mayRead } from '#app/_ui/shell/rights.ts'
import { Shell } from '#app/_ui/shell/shell.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { type AdminPage, adminPages } from './_parts/admin-pages.ts'
import { CallPreviews } from './_parts/call-previews.tsx'
import { searchOfShell } from './search/_parts/search-of-shell.tsx'

/** The icon of each page. */
const icons: Readonly<Record<AdminPage['name'], LucideIcon>> = {
  dashboard: LayoutDashboard,
  activity: Activity,
  users: UserRound,
  groups: UsersRound,
  sessions: MonitorSmartphone,
  administrators: ShieldCheck,
  applications: AppWindow,
  apis: Boxes,
  methods: Fingerprint,
  registration: UserRoundPlus,
  providers: IdCard,
  branding: Palette,
  general: Settings,
  lifetimes: Timer,
  keys: KeyRound,
  email: Mail,
  protocol: SlidersHorizontal,
}

/** The shell of the administration; its rail shows only pages that the visitor may read. */
export default async function AdminLayout({ children }: { readonly children: ReactNode }) {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  const shown = adminPages.map(({ title, pages }) => ({
    ...(title && { title: t(`shell.groups.${title}`) }),
    items: pages
      .filter(({ domain }) => !domain || mayRead(visitor, domain))
      .map(({ name, href, covers = [] }) => ({
        href,
        covers,
        label: t(`shell.admin.${name}`),
        icon: iconOf(name),
      })),
  }))
  return (
    <Shell
      area="admin"
      groups={shown.filter(({ items }) => items.length > 0)}
      search={await searchOfShell()}
    >
      <ClientTexts areas={['calls']}>
        <CallPreviews>{children}</CallPreviews>
      </ClientTexts>
    </Shell>
  )
}

function iconOf(name: AdminPage['name']) {
  const Icon = icons[name]
  return <Icon aria-hidden="true" />
}
