'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'

const intervalMs = 3_000
/** A page that was left open stops asking after ten minutes. */
const maxRefreshes = 200

/** Reads the page again every three seconds while it is visible, and says so. Without scripts nothing. */
export function LiveRefresh({ label }: { readonly label: string }) {
  const router = useRouter()
  const [isOn, setIsOn] = useState(false)
  useEffect(() => {
    setIsOn(true)
    let times = 0
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return
      if (++times > maxRefreshes) {
        clearInterval(timer)
        setIsOn(false)
      } else router.refresh()
    }, intervalMs)
    return () => clearInterval(timer)
  }, [router])
  if (!isOn) return null
  return (
    <span className="inline-flex items-center gap-1.5 text-muted text-xs">
      <span className="ui-dot ui-dot-success" aria-hidden="true" />
      {label}
    </span>
  )
}
