'use client'

import { createContext, useContext, useEffect, useRef } from 'react'

/** Looks through a part of a form before it is sent; false: something is wrong there, and shown. */
type Check = () => boolean

/** Filled by `PlainForm`. */
export const ChecksContext = createContext<Set<Check>>(new Set())

/** Has the surrounding plain form ask before it is sent; a part that refuses takes the focus. */
export function useFormCheck(check: Check): void {
  const checks = useContext(ChecksContext)
  const latest = useRef(check)
  useEffect(() => {
    latest.current = check
  })
  useEffect(() => {
    const ask: Check = () => latest.current()
    checks.add(ask)
    return () => {
      checks.delete(ask)
    }
  }, [checks])
}
