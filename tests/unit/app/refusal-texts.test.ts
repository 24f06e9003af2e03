import { expect, test } from 'vitest'
import { refusalRules } from '#lib/answers/refusal-rules.ts'
import { languages } from '#lib/i18n/languages.ts'
import { messagesOf } from '#lib/i18n/messages.ts'

test.each(languages)(
  'every rule of a refusal has its texts in %s, and no other has',
  (language) => {
    expect(Object.keys(messagesOf(language).refusals.rule).toSorted()).toEqual(
      refusalRules.toSorted(),
    )
  },
)
