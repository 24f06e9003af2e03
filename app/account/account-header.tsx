import type { ReactNode } from 'react'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { Tabs } from '#app/_ui/shell/tabs.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageSettings } from '#lib/http/page.ts'
import type { Messages } from '#lib/i18n/messages.ts'
import {
  type AccountPage,
  accountAddress,
  isBelowSecurity,
  isPersonal,
  personalTabs,
} from './account-pages.ts'

interface AccountHeaderProps {
  readonly page: keyof Messages['console']['account_nav'] & AccountPage
  readonly intro?: string
  readonly actions?: ReactNode
}

/** The header of an account page, with tabs or a way back where it has pages beside it. */
export async function AccountHeader({ page, intro, actions }: AccountHeaderProps) {
  const t = await pageTexts()
  const { smtpEnabled } = await pageSettings()
  const title = t(`console.account_nav.${page}`)
  const back = { href: accountAddress('security'), label: t('shell.account.security') }
  const tabs = personalTabs(smtpEnabled).map((name) => ({
    href: accountAddress(name),
    label: t(`console.account_nav.${name}`),
  }))
  return (
    <>
      <PageHeader
        title={title}
        intro={intro}
        actions={actions}
        {...(isBelowSecurity(page) ? { back } : {})}
      />
      {isPersonal(page) && (
        <Tabs label={t('shell.account.personal')} tabs={tabs} here={accountAddress(page)} />
      )}
    </>
  )
}
