import { AppWindow, MonitorSmartphone, ShieldCheck, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Shell } from '#app/_ui/shell/shell.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { accountAddress, accountItems } from './account-pages.ts'

const icons = {
  personal: UserRound,
  security: ShieldCheck,
  devices: MonitorSmartphone,
  apps: AppWindow,
} as const

const names = ['personal', 'security', 'devices', 'apps'] as const

/** The shell of the account pages, listed in the order of the rail. */
export default async function AccountLayout({ children }: { readonly children: ReactNode }) {
  const t = await pageTexts()
  const items = names.map((name) => {
    const Icon = icons[name]
    const [href = '', ...covers] = accountItems[name].map(accountAddress)
    return { href, covers, label: t(`shell.account.${name}`), icon: <Icon aria-hidden="true" /> }
  })
  return (
    <Shell area="account" groups={[{ items }]}>
      {children}
    </Shell>
  )
}
