'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { FormProblem } from '#app/_ui/form/form-problem.tsx'
import { readNewest } from '#app/_ui/list/read-newest.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { maxUnusedMinutes } from './live.ts'

const intervalMs = 5_000
/** New entries are announced at most this often. */
const quietMs = 30_000

const uses = ['keydown', 'pointerdown', 'pointermove', 'touchstart', 'wheel'] as const

interface LiveUpdatesProps {
  /** The entries shown, the newest first. */
  readonly ids: readonly number[]
  readonly isPaused: boolean
  /** Answers with the id of the newest entry. */
  readonly readAddress: string
  /** The page itself. */
  readonly address: string
  /** The list with Live turned off, because nobody used the page. */
  readonly stopAddress: string
}

/**
 * Asks every five seconds for the newest entry, and reads the page again if the list does not show it. Nothing happens
 * while the page is hidden, an entry is open, or the visitor types or has a menu open.
 */
export function LiveUpdates(props: LiveUpdatesProps) {
  const { ids, isPaused, readAddress, address, stopAddress } = props
  const router = useRouter()
  const [isEnded, setEnded] = useState(false)
  const lastUse = useRef(0)
  const tick = useEffectEvent(async () => {
    if (isPaused || document.visibilityState !== 'visible' || isBusy()) return
    if (performance.now() - lastUse.current > maxUnusedMinutes * 60_000) {
      router.replace(stopAddress, { scroll: false })
      return
    }
    const newest = await readNewest(readAddress)
    if (newest === 'ended') setEnded(true)
    else if (newest !== 'unknown' && newest !== (ids[0] ?? null)) router.refresh()
  })
  useEffect(() => {
    const used = () => {
      lastUse.current = performance.now()
    }
    used()
    for (const name of uses) window.addEventListener(name, used, { passive: true, capture: true })
    return () => {
      for (const name of uses) window.removeEventListener(name, used, { capture: true })
    }
  }, [])
  useEffect(() => {
    if (isEnded) return
    const timer = setInterval(() => void tick(), intervalMs)
    return () => clearInterval(timer)
  }, [isEnded])
  return isEnded ? <Ended address={address} /> : <NewEntries ids={ids} />
}

/** While someone types or chooses, nothing below them moves. */
function isBusy(): boolean {
  return (
    document.querySelector(':is(input, select, textarea):focus, [popover]:popover-open') !== null
  )
}

function Ended({ address }: { readonly address: string }) {
  const t = useTexts()
  return (
    <div id="live-ended" className="mb-3">
      <FormProblem text={t('live.ended')}>
        <a href={address} className="text-link mt-2 block">
          {t('live.load_again')}
        </a>
      </FormProblem>
    </div>
  )
}

/** Tells screen readers how many entries came, in one sentence for all that came in a while. */
function NewEntries({ ids }: { readonly ids: readonly number[] }) {
  const t = useTexts()
  const [told, setTold] = useState({ count: 0, at: 0 })
  const known = useRef({ ids: new Set(ids), at: Number.NEGATIVE_INFINITY })
  useEffect(() => {
    const count = ids.filter((id) => !known.current.ids.has(id)).length
    if (count === 0) return
    const wait = Math.max(0, known.current.at + quietMs - performance.now())
    const timer = setTimeout(() => {
      const at = performance.now()
      known.current = { ids: new Set(ids), at }
      setTold({ count, at })
    }, wait)
    return () => clearTimeout(timer)
  }, [ids])
  return (
    <p id="live-news" role="status" className="sr-only">
      {told.count > 0 && <span key={told.at}>{t('live.new', { count: told.count })}</span>}
    </p>
  )
}
