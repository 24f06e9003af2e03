'use client'

import { useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { RefCallBack } from 'react-hook-form'
import { earlyChanges } from './early-changes.ts'

/** Makes a form know what the visitor changed before scripts began. */
export function useEarlyChanges() {
  const form = useRef<HTMLFormElement>(null)
  const noted = useRef(new Set<Element>())
  useLayoutEffect(() => {
    // The next rendering would put back the initial values.
    const changes = form.current ? earlyChanges(form.current, noted.current) : []
    queueMicrotask(() => {
      for (const change of changes) flushSync(change)
    })
  }, [])
  /** Notes a radio button that is checked: react-hook-form unchecks it when it learns of it. */
  const noting =
    (learn: RefCallBack): RefCallBack =>
    (field) => {
      if (field?.checked) noted.current.add(field)
      learn(field)
    }
  return { form, noting }
}
