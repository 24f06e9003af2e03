'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect } from 'react'
import { noticeOf } from './notices.ts'
import { useToast } from './toasts.tsx'
import { useTexts } from './use-texts.ts'

/** Shows the message for an action that led to this page (`?done=created`), and removes it from the address. */
export function NoticeFromAddress() {
  const t = useTexts()
  const toast = useToast()
  const path = usePathname()
  const query = useSearchParams()
  const notice = noticeOf(query.get('done'))
  useEffect(() => {
    if (!notice) return
    toast(t(notice))
    const rest = new URLSearchParams(window.location.search)
    rest.delete('done')
    window.history.replaceState(null, '', rest.size > 0 ? `${path}?${rest}` : path)
  }, [notice, path, toast, t])
  return null
}
