'use client'

import { useMemo } from 'react'
import { durationText } from '#app/_ui/form/duration.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { type LifetimeProblems, lifetimeBounds } from './lifetime-rules.ts'

/** Names the default of a duration. */
export function useDefault(language: string): (seconds: number) => string {
  const t = useTexts()
  return (seconds) => t('settings.lifetimes.default', { duration: durationText(seconds, language) })
}

/** The messages of the rules for lifetimes. */
export function useLifetimeProblems(language: string): LifetimeProblems {
  const t = useTexts()
  return useMemo(
    () => ({
      range: t('settings.range', lifetimeBounds),
      atMost: (seconds) =>
        t('settings.lifetimes.at_most', { max: durationText(seconds, language) }),
    }),
    [t, language],
  )
}
