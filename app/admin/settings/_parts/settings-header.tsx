import type { ReactNode } from 'react'
import { pageTexts } from '../../../_components/texts.ts'
import { PageHeader } from '../../../_console/page-header.tsx'

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
