import type { ReactNode } from 'react'
import { Notice } from '../../../_components/notice.tsx'
import { pageTexts } from '../../../_components/texts.ts'
import { Card } from '../../../_console/card.tsx'
import { Facts } from '../../../_console/facts.tsx'

interface ReadOnlyProps {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[]
  /** The visitor has the domain's scope but lacks `manage`. */
  readonly needsManage?: boolean
}

/** Settings for visitors who may read but not change them. */
export async function ReadOnly({ facts, needsManage = false }: ReadOnlyProps) {
  const t = await pageTexts()
  return (
    <>
      <Notice kind="info" id="read-only" className="mb-6">
        {needsManage ? t('settings.needs_manage') : t('console.read_only')}
      </Notice>
      <Card>
        <Facts facts={facts} />
      </Card>
    </>
  )
}
