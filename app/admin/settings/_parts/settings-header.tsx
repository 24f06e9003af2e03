import type { ReactNode } from 'react'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'

interface SettingsHeaderProps {
  /** As in the menu. */
  readonly heading: string
  readonly intro: ReactNode
  readonly actions?: ReactNode
}

export async function SettingsHeader({ heading, intro, actions }: SettingsHeaderProps) {
  const t = await pageTexts()
  return (
    <PageHeader
      title={`${t('console.administration')} - ${heading}`}
      heading={heading}
      intro={intro}
      actions={actions}
    />
  )
}
