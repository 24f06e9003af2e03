'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { useScripts } from '#app/_ui/form/use-scripts.ts'
import { timePlace } from './time-place.ts'

/** A newer mail replaces the one before after this time. */
const waitSeconds = 60

interface SendAgainProps {
  readonly ceremonyId: string
  readonly email: string
  /** The text until then, with `timePlace` in it. */
  readonly wait: string
  /** A sentence with the button in it. */
  readonly children: ReactNode
}

/** Asks for another mail, once the server would send one; without scripts at any time. */
export function SendAgain({ ceremonyId, email, wait, children }: SendAgainProps) {
  const hasScripts = useScripts()
  const left = useCountdown(waitSeconds)
  if (hasScripts && left > 0) {
    const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
    return <p className="text-muted">{wait.replace(timePlace, time)}</p>
  }
  return (
    <form method="post" action="/account/register" className="text-muted">
      {ceremonyId && <input type="hidden" name="ceremonyId" value={ceremonyId} />}
      <input type="hidden" name="email" value={email} />
      {children}
    </form>
  )
}

/** Seconds left since the page was shown. */
function useCountdown(seconds: number): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const end = performance.now() + seconds * 1_000
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((end - performance.now()) / 1_000))
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }, 1_000)
    return () => clearInterval(timer)
  }, [seconds])
  return left
}
