import type { ReactNode } from 'react'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { Tabs } from '#app/_ui/shell/tabs.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageSettings } from '#lib/http/page.ts'
import type { Messages } from '#lib/i18n/messages.ts'
import { type AccountPage, accountAddress, pagesBeside } from './account-pages.ts'

interface AccountHeaderProps {
  readonly page: keyof Messages['console']['account_nav'] & AccountPage
  readonly intro: string
  readonly actions?: ReactNode
}

/** The header of an account page, with tabs to the pages of the same item of the rail. */
export async function AccountHeader({ page, intro, actions }: AccountHeaderProps) {
  const t = await pageTexts()
  const { smtpEnabled } = await pageSettings()
  const { item, pages } = pagesBeside(page, smtpEnabled)
  const tabs = pages.map((name) => ({
    href: accountAddress(name),
    label: t(`console.account_nav.${name}`),
  }))
  return (
    <>
      <PageHeader title={t(`console.account_nav.${page}`)} intro={intro} actions={actions} />
      {tabs.length > 1 && (
        <Tabs label={t(`shell.account.${item}`)} tabs={tabs} here={accountAddress(page)} />
      )}
    </>
  )
}
