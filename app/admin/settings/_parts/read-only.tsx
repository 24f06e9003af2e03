import type { ReactNode } from 'react'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { Facts } from '#app/_ui/layout/facts.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'

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
      <Notice kind="info" id="read-only" className="mb-5">
        {needsManage ? t('settings.needs_manage') : t('console.read_only')}
      </Notice>
      <Panel>
        <Facts facts={facts} />
      </Panel>
    </>
  )
}
