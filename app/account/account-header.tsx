import type { ReactNode } from 'react'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { Messages } from '#lib/i18n/messages.ts'

interface AccountHeaderProps {
  readonly page: keyof Messages['console']['account_nav']
  readonly intro: string
  readonly actions?: ReactNode
}

/** The header of an account page, named as in the menu. */
export async function AccountHeader({ page, intro, actions }: AccountHeaderProps) {
  const t = await pageTexts()
  const heading = t(`console.account_nav.${page}`)
  const title = `${t('console.account')} - ${heading}`
  return <PageHeader title={title} heading={heading} intro={intro} actions={actions} />
}
