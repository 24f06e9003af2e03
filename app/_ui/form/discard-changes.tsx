'use client'

import { useRef } from 'react'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { useFocusAfter } from './use-focus-after.ts'

interface DiscardChangesProps {
  readonly isShown: boolean
  readonly discard: () => void
}

/** Discards the edits of a list; their number is shown beside the submit button. */
export function DiscardChanges({ isShown, discard }: DiscardChangesProps) {
  return isShown && <DiscardButton discard={discard} />
}

function DiscardButton({ discard }: Pick<DiscardChangesProps, 'discard'>) {
  const t = useTexts()
  const button = useRef<HTMLButtonElement>(null)
  useFocusAfter(button)
  return (
    <p className="text-sm">
      <button ref={button} type="button" className="text-link text-base-content" onClick={discard}>
        {t('console.discard')}
      </button>
    </p>
  )
}
