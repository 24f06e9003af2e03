'use client'

import { useEffect } from 'react'
import { isComposing } from '#app/_ui/form/is-composing.ts'
import { isSingleKey } from './key-press.ts'
import { addressOfKey } from './page-keys.ts'

/** How long `g` waits for the key of a page. */
const waitMs = 1_500

/**
 * Keys of every page of the console: `g` and a letter open a page of the rail, `n` what a list creates, `?` the list of
 * keys, and Ctrl Enter (⌘ Enter) sends the form in which somebody types.
 */
export function ShellKeys() {
  useEffect(() => {
    let begunAt = Number.NEGATIVE_INFINITY
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Enter') return sendForm(event)
      if (!isSingleKey(event)) return
      const isSecond = event.timeStamp - begunAt < waitMs
      const wanted = isSecond ? pageLink(event.key) : other(event.key)
      begunAt = !isSecond && event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
      if (!wanted) return
      event.preventDefault()
      wanted.click()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return null
}

/** The rail holds only pages that the visitor may open. */
function pageLink(key: string): HTMLElement | null {
  const address = addressOfKey(key)
  return address ? document.querySelector(`.ui-rail a[href="${address}"]`) : null
}

function other(key: string): HTMLElement | null {
  if (key === 'n') return document.querySelector('#content .ui-head a.btn-primary')
  return key === '?' ? document.getElementById('help') : null
}

function sendForm(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
  if (isComposing(event) || event.repeat || event.defaultPrevented) return
  const form = (event.target as HTMLElement).closest('form[method=post]')
  const button = form?.querySelector<HTMLElement>('button[type=submit].btn-primary')
  if (!button) return
  event.preventDefault()
  button.click()
}
