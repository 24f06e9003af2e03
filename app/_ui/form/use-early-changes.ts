'use client'

import { useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { RefCallBack } from 'react-hook-form'
import { earlyChanges, isEarlyPick } from './early-changes.ts'

/** Makes a form know what the visitor changed before scripts began. */
export function useEarlyChanges() {
  const form = useRef<HTMLFormElement>(null)
  const picks = useRef<Set<Element> | null>(new Set())
  useLayoutEffect(() => {
    // The next rendering would put back the initial values.
    const changes = form.current ? earlyChanges(form.current, picks.current) : []
    picks.current = null
    queueMicrotask(() => {
      for (const change of changes) flushSync(change)
    })
  }, [])
  /** Notes a picked radio button before react-hook-form learns of it, and unchecks it. */
  const noting =
    (learn: RefCallBack): RefCallBack =>
    (field) => {
      if (isEarlyPick(field)) picks.current?.add(field)
      learn(field)
    }
  return { form, noting }
}
