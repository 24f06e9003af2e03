'use client'

import { type RefObject, useLayoutEffect } from 'react'

/** What a table or a list consists of. */
const rows = 'tr, li'

/**
 * Keeps the focus near a control that takes itself away: the row that it deletes, the button that a
 * badge replaces. Left alone the focus would fall to the top of the page. It goes to what the row
 * still offers, else to the same control of the next or the row before, else to the heading.
 * @param ref the control, or what surrounds it and its dialog
 */
export function useFocusAfter(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const control = ref.current
    return () => {
      // Somebody who was elsewhere stays there.
      if (!control?.contains(document.activeElement)) return
      const places = placesNear(control)
      // What stays on the page is known when the change is complete.
      requestAnimationFrame(() => {
        const isHeld = document.activeElement && document.activeElement !== document.body
        if (control.isConnected || isHeld) return
        focusFirst(places.flatMap((place) => place() ?? []))
      })
    }
  }, [ref])
}

type Place = () => HTMLElement | null | undefined

/** Where the focus may go, best first; the elements around the control are still there. */
function placesNear(control: HTMLElement): readonly Place[] {
  const row = control.closest<HTMLElement>(rows)
  const neighbours = [row?.nextElementSibling, row?.previousElementSibling]
  const section = control.closest('section')
  const page = document.getElementById('content')
  const title = page?.querySelector<HTMLElement>('h1')
  return [
    () => row?.querySelector<HTMLElement>('button'),
    ...neighbours.map((neighbour) => () => sameControl(control, neighbour)),
    () => section?.querySelector<HTMLElement>('h2'),
    () => title,
  ]
}

/** The control of another row that does the same; ids say what they do, then to which record. */
function sameControl(control: HTMLElement, row: Element | null | undefined): HTMLElement | null {
  const { id } = control.matches('button') ? control : (control.querySelector('button') ?? control)
  const [does] = id.split('-')
  const same = does ? row?.querySelector<HTMLElement>(`button[id^="${does}-"]`) : null
  return same ?? row?.querySelector<HTMLElement>('button') ?? null
}

function focusFirst(candidates: readonly HTMLElement[]): void {
  const found = candidates.find((candidate) => candidate.isConnected)
  if (!found) return
  // A heading takes the focus only when it is given.
  if (!found.matches('button')) found.tabIndex = -1
  found.focus()
}
