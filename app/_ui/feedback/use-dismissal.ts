'use client'

import { useEffect, useRef, useState } from 'react'

const shownMs = 6_000

/**
 * Ends a message after six seconds. While the pointer is over it or the focus is in it the message stays: removing it
 * would lose the focus.
 * @returns props of the message's element
 */
export function useDismissal(dismiss: () => void) {
  const [isFocused, setFocused] = useState(false)
  const [isPointed, setPointed] = useState(false)
  const latest = useRef(dismiss)
  useEffect(() => {
    latest.current = dismiss
  })
  useEffect(() => {
    if (isFocused || isPointed) return
    const timer = setTimeout(() => latest.current(), shownMs)
    return () => clearTimeout(timer)
  }, [isFocused, isPointed])
  return {
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
  }
}
