import type { ReactNode } from 'react'
import { openConsole } from '#app/_ui/shell/api.ts'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { mayRead } from '#app/_ui/shell/rights.ts'
import { Tabs } from '#app/_ui/shell/tabs.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'

const addresses = {
  all: '/admin/activity',
  refused: '/admin/refusals',
  settings: '/admin/settings/audit-logs',
} as const

interface ActivityHeaderProps {
  readonly here: keyof typeof addresses
  readonly intro: string
  readonly actions?: ReactNode
}

/** The header of the pages about activity; a visitor sees the tabs that the rights open. */
export async function ActivityHeader({ here, intro, actions }: ActivityHeaderProps) {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  const names = mayRead(visitor, 'settings')
    ? (['all', 'refused', 'settings'] as const)
    : (['refused'] as const)
  return (
    <>
      <PageHeader title={t(`activity.title.${here}`)} intro={intro} actions={actions} />
      <Tabs
        label={t('shell.admin.activity')}
        tabs={names.map((name) => ({ href: addresses[name], label: t(`activity.tab.${name}`) }))}
        here={addresses[here]}
      />
    </>
  )
}
