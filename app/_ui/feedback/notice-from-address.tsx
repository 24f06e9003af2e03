'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect } from 'react'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { noticeOf } from './notices.ts'
import { useToast } from './toast-context.ts'

interface NoticeFromAddressProps {
  /** The message of the first page, whose texts may not be in the browser; null without one. */
  readonly first: { readonly name: string; readonly text: string } | null
}

/** Shows the message for a form that led to this page (`?done=created`), and removes it from the address. */
export function NoticeFromAddress({ first }: NoticeFromAddressProps) {
  const t = useTexts()
  const toast = useToast()
  const path = usePathname()
  const query = useSearchParams()
  const name = query.get('done')
  const notice = noticeOf(name)
  useEffect(() => {
    if (!notice) return
    toast(first && first.name === name ? first.text : t(notice))
    const rest = new URLSearchParams(window.location.search)
    rest.delete('done')
    window.history.replaceState(null, '', rest.size > 0 ? `${path}?${rest}` : path)
  }, [notice, name, first, path, toast, t])
  return (
    first && (
      <noscript>
        <p role="status" className="mx-auto max-w-7xl px-4 pt-5 text-sm">
          {first.text}
        </p>
      </noscript>
    )
  )
}
