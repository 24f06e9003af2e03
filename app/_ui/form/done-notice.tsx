'use client'

import { useEffect } from 'react'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { useToast } from '#app/_ui/feedback/toast-context.ts'
import type { Undo } from './form-state.ts'
import { UndoButton } from './undo-button.tsx'

interface DoneNoticeProps {
  readonly text: string
  readonly undo: Undo
}

/** The result of a form without scripts at the top of the page that answers it, with the button that takes it back. */
export function DoneNotice({ text, undo }: DoneNoticeProps) {
  const toast = useToast()
  // The browser may have sent the form before its scripts began.
  useEffect(() => toast(text, undo), [toast, text, undo])
  return (
    <noscript>
      <div role="status" className="mx-auto max-w-7xl px-4 pt-5">
        <Notice kind="success">
          <p>{text}</p>
          <UndoButton undo={undo} className="ui-inline-link mt-1" />
        </Notice>
      </div>
    </noscript>
  )
}
