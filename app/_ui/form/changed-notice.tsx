'use client'

import type { ReactNode } from 'react'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { useForgetChanges } from './unsaved-changes.ts'
import { useScripts } from './use-scripts.ts'

interface ChangedNoticeProps {
  /** Screen readers announce the notice when it appears, because no field mentions the change. */
  readonly alert?: boolean
  /** What each side changed; shown on demand. */
  readonly children: ReactNode
}

/** Says that nothing was saved because another administrator changed the same record. */
export function ChangedNotice({ alert = false, children }: ChangedNoticeProps) {
  const t = useTexts()
  return (
    <Notice kind="warning" id="changed-meanwhile" alert={alert}>
      <p>{t('console.record.concurrent_update')}</p>
      <ReloadButton />
      {children && (
        <details className="mt-2">
          <summary className="ui-inline-link w-fit cursor-pointer">
            {t('console.difference.show')}
          </summary>
          {children}
        </details>
      )}
    </Notice>
  )
}

/** The button itself says that changes are lost, so the prompt for unsaved changes is skipped. */
export function ReloadButton() {
  const t = useTexts()
  const hasScripts = useScripts()
  const forget = useForgetChanges()
  const reload = () => {
    forget()
    window.location.reload()
  }
  return (
    hasScripts && (
      <button type="button" className="ui-inline-link mt-2 block text-start" onClick={reload}>
        {t('console.reload')}
      </button>
    )
  )
}
