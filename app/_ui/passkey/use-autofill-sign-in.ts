'use client'

import { useEffect } from 'react'
import { fetchOptions, passkeyLibrary } from './options.ts'

/** Before a challenge of five minutes ends, in milliseconds. */
const renewMs = 240_000

type Options = Parameters<
  Awaited<ReturnType<typeof passkeyLibrary>>['startAuthentication']
>[0]['optionsJSON']

/** An answer of a passkey, with the relying party it is for. */
export interface Answer {
  readonly credential: { readonly id: string }
  readonly rpId: string
}

/**
 * Lets the email's field offer passkeys. The page may stay open for hours: the challenge is renewed, and after the Back
 * button too. Failures stay silent: the visitor pressed nothing.
 */
export function useAutofillSignIn(
  ceremonyId: string,
  isOn: boolean,
  onAnswer: (answer: Answer) => void,
): void {
  useEffect(() => {
    if (!isOn) return
    let isHere = true
    let armedAt = 0
    const arm = async () => {
      armedAt = performance.now()
      try {
        const { browserSupportsWebAuthnAutofill, startAuthentication } = await passkeyLibrary()
        if (!(await browserSupportsWebAuthnAutofill())) return
        const optionsJSON = await fetchOptions<Options>(ceremonyId)
        if (!isHere) return
        const credential = await startAuthentication({ optionsJSON, useBrowserAutofill: true })
        if (isHere) onAnswer({ credential, rpId: optionsJSON.rpId ?? '' })
      } catch {
        // Silent: see above.
      }
    }
    const armIfOld = () => {
      if (document.visibilityState === 'visible' && performance.now() - armedAt >= renewMs) {
        void arm()
      }
    }
    const afterBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void arm()
    }
    void arm()
    const timer = setInterval(armIfOld, renewMs / 8)
    document.addEventListener('visibilitychange', armIfOld)
    window.addEventListener('pageshow', afterBack)
    return () => {
      isHere = false
      clearInterval(timer)
      document.removeEventListener('visibilitychange', armIfOld)
      window.removeEventListener('pageshow', afterBack)
    }
  }, [ceremonyId, isOn, onAnswer])
}
