'use client'

import { type MouseEvent, useId, useRef } from 'react'

/**
 * A dialog and what opens and closes it. The attributes `commandfor` and `command` do the same without scripts, where
 * the browser knows them.
 */
export function useDialog() {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const open = (event: MouseEvent) => {
    event.preventDefault()
    if (!ref.current?.open) ref.current?.showModal()
  }
  const close = (event: MouseEvent) => {
    event.preventDefault()
    ref.current?.close()
  }
  return {
    ref,
    id,
    /** Props of the button that opens the dialog. */
    opener: { onClick: open, 'aria-haspopup': 'dialog', commandfor: id, command: 'show-modal' },
    /** Props of a button that closes it. */
    closer: { onClick: close, commandfor: id, command: 'close' },
  } as const
}
