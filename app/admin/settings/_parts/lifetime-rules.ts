import { refine } from 'zod/mini'
import { durationText } from '#app/_ui/form/duration.ts'
import type { Texts } from '#app/_ui/form/submit-route.ts'
import { maxLifetimeSeconds } from '#lib/domain/settings/lifetimes.ts'
import { wholeNumber } from './rules.ts'

/** What the API accepts as a lifetime, in seconds. */
export const lifetimeBounds = { min: 1, max: maxLifetimeSeconds } as const

/** Messages of the rules for lifetimes. */
export interface LifetimeProblems {
  readonly range: string
  /** Of a duration that exceeds another field's, which the message names. */
  readonly atMost: (seconds: number) => string
}

/** The messages for a route file; the page has `useLifetimeProblems`. */
export function lifetimeProblems(t: Texts, language: string): LifetimeProblems {
  return {
    range: t('settings.range', lifetimeBounds),
    atMost: (seconds) => t('settings.lifetimes.at_most', { max: durationText(seconds, language) }),
  }
}

/** A lifetime, from an input's text. */
export function lifetimeSeconds({ range }: LifetimeProblems) {
  return wholeNumber({ ...lifetimeBounds, error: range })
}

/** An idle time may not exceed the lifetime beside it. */
export function withinLifetime<Field extends string>(
  idle: Field,
  lifetime: Field,
  { atMost }: LifetimeProblems,
) {
  return refine<Readonly<Record<Field, unknown>>>(
    (sent) => Number(sent[idle]) <= Number(sent[lifetime]),
    {
      path: [idle],
      error: ({ input }) => atMost(Number((input as Readonly<Record<Field, unknown>>)[lifetime])),
    },
  )
}
