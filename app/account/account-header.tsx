import type { ReactNode } from 'react'
import type { Messages } from '#lib/i18n/messages.ts'
import { pageTexts } from '../_components/texts.ts'
import { PageHeader } from '../_console/page-header.tsx'

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
