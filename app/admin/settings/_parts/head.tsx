import type { ReactNode } from 'react'
import { pageTexts } from '../../../_components/texts.ts'
import { PageHead } from '../../../_console/page-head.tsx'

interface SettingsHeadProps {
  /** As in the menu. */
  readonly heading: string
  readonly intro: ReactNode
  readonly actions?: ReactNode
}

/** The head of a page of the settings. */
export async function SettingsHead({ heading, intro, actions }: SettingsHeadProps) {
  const t = await pageTexts()
  return (
    <PageHead
      title={`${t('console.administration')} - ${heading}`}
      heading={heading}
      intro={intro}
      actions={actions}
    />
  )
}
