'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect } from 'react'
import { useToast } from './toasts.tsx'
import { useTexts } from './use-texts.ts'

/** Messages that a page may be opened with. */
const notices = {
  saved: 'console.saved',
  created: 'console.created',
  deleted: 'console.deleted',
} as const

/** Tells what was done before this page was opened (`?done=created`), and takes it off the address. */
export function NoticeFromAddress() {
  const t = useTexts()
  const toast = useToast()
  const path = usePathname()
  const query = useSearchParams()
  const done = query.get('done') ?? ''
  const notice = done in notices ? notices[done as keyof typeof notices] : null
  useEffect(() => {
    if (!notice) return
    toast(t(notice))
    const rest = new URLSearchParams(window.location.search)
    rest.delete('done')
    window.history.replaceState(null, '', rest.size > 0 ? `${path}?${rest}` : path)
  }, [notice, path, toast, t])
  return null
}
