import {
  Activity,
  CircleUserRound,
  House,
  LayoutGrid,
  MonitorSmartphone,
  ShieldCheck,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Shell } from '#app/_ui/shell/shell.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { accountAddress, accountItems } from './account-pages.ts'

const icons = {
  overview: House,
  personal: CircleUserRound,
  security: ShieldCheck,
  devices: MonitorSmartphone,
  apps: LayoutGrid,
  activity: Activity,
} as const

const names = ['overview', 'personal', 'security', 'devices', 'apps', 'activity'] as const

/** The shell of the account pages, listed in the order of the rail. */
export default async function AccountLayout({ children }: { readonly children: ReactNode }) {
  const t = await pageTexts()
  const items = names.map((name) => {
    const Icon = icons[name]
    const [href = '', ...covers] = accountItems[name].map(accountAddress)
    const label = t(`shell.account.${name}`)
    const alias = name === 'overview' ? { alias: '/account' } : {}
    return { href, covers, ...alias, label, icon: <Icon aria-hidden="true" /> }
  })
  return (
    <Shell area="account" groups={[{ items }]}>
      {children}
    </Shell>
  )
}
