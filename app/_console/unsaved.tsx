'use client'

import { useTexts } from './use-texts.ts'

interface UnsavedProps {
  readonly isShown: boolean
  readonly discard: () => void
}

/** Says that a list was edited and not saved yet, and takes the edits back. */
export function Unsaved({ isShown, discard }: UnsavedProps) {
  const t = useTexts()
  return (
    <p role="status" className="flex min-h-6 items-center gap-3 text-muted text-sm">
      {isShown && (
        <>
          {t('console.unsaved')}
          <button type="button" className="text-link text-base-content" onClick={discard}>
            {t('console.discard')}
          </button>
        </>
      )}
    </p>
  )
}
