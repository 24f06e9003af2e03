import { describe, expect, test } from 'vitest'
import { auditEvents } from '#lib/domain/audit/audit-events.ts'
import { categoryOf, eventsMatching, outcomeOf } from '#lib/domain/audit/event-kinds.ts'

// An administrator's decision on an application is no refused request.
const refusal = /failed|_refused|denied|mismatch|replay|reuse|regressed|exceeded/

/** An administrator's decision, which was carried out. */
const decision = 'refused_client'

const refusals = auditEvents.filter((event) => refusal.test(event) && event !== decision)

describe('what the activity says of an event', () => {
  test.each(refusals)('%s is a refusal', (event) => {
    expect(outcomeOf(event)).toBe('refused')
  })

  test.each(auditEvents.filter((event) => /^auth_(?:success|failed)_/.test(event)))(
    '%s is found among the sign-ins',
    (event) => {
      expect(categoryOf(event)).toBe('sign_ins')
    },
  )
})

describe('a named event', () => {
  const event = 'auth_failed_pwd'

  test('needs no category, whichever it has', () => {
    for (const one of [event, 'created_auth_code', 'of_a_later_release']) {
      expect(eventsMatching(one, undefined, undefined)).toEqual([one])
      expect(eventsMatching(one, 'all', undefined)).toEqual([one])
    }
  })

  test.each([
    ['sign_ins', 'refused', [event]],
    ['sign_ins', 'done', []],
    ['changes', 'refused', []],
    ['all', 'done', []],
    [undefined, 'done', []],
  ] as const)('is left out by another category or outcome: %s, %s', (category, outcome, found) => {
    expect(eventsMatching(event, category, outcome)).toEqual(found)
  })
})
