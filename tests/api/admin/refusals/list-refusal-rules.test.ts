import { describe, expect, test } from 'vitest'
import { refusalRules } from '#lib/answers/refusal-rules.ts'
import { apiClient, call } from '#tests/support/api.ts'
import { fixture } from '../fixture.ts'

const { app } = await fixture()
const reader = await apiClient(app, ['admin-read'])

describe('200', () => {
  test('every rule with its texts', async () => {
    const { body } = await call<{ rules: { rule: string; title: string }[] }>(
      reader,
      'GET',
      '/refusal-rules',
    )
    expect(body.rules.map(({ rule }) => rule)).toEqual(refusalRules)
    expect(body.rules.every(({ title }) => title !== '')).toBe(true)
  })
})
