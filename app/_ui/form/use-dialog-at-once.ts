'use client'

import { type RefObject, useEffect, useRef } from 'react'

/** A dialog that opens when it appears. Closing it on the way out returns the focus; removing it alone does not. */
export function useDialogAtOnce(): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = ref.current
    if (!shown?.open) shown?.showModal()
    return () => shown?.close()
  }, [])
  return ref
}
