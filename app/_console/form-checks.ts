'use client'

import { createContext, useContext, useEffect, useRef } from 'react'

/** Checks a section of a form before it is sent; false if it found and shows a problem. */
type Check = () => boolean

/** Provided by `PlainForm`. */
export const ChecksContext = createContext<Set<Check>>(new Set())

/** Registers a check with the surrounding plain form; a section that refuses takes the focus. */
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
