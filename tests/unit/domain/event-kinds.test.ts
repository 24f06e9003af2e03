import { describe, expect, test } from 'vitest'
import { auditEvents } from '#lib/domain/audit/audit-events.ts'
import { categoryOf, outcomeOf } from '#lib/domain/audit/event-kinds.ts'

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
