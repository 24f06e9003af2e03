'use client'

import { useCallback } from 'react'
import { durationText } from '#app/_ui/form/duration.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'

/** Names the default of a duration. */
export function useDefault(language: string): (seconds: number) => string {
  const t = useTexts()
  return (seconds) => t('settings.lifetimes.default', { duration: durationText(seconds, language) })
}

/** The message of a duration that exceeds another field's, which it names. */
export function useAtMost(language: string) {
  const t = useTexts()
  return useCallback(
    (longest: string) => (issue: { readonly input?: unknown }) => {
      const sent = issue.input as Readonly<Record<string, unknown>>
      return t('settings.lifetimes.at_most', {
        max: durationText(Number(sent[longest]), language),
      })
    },
    [t, language],
  )
}
