import { describe, expect, test } from 'vitest'
import { languages } from '#lib/i18n/languages.ts'
import { messagesOf } from '#lib/i18n/messages.ts'
import { flatten } from './flatten.ts'

/** What a button of a row shows, and its name, which tells it from the buttons of other rows. */
const buttons: readonly (readonly [shown: string, name: string])[] = [
  ['account.consents.revoke', 'account.consents.revoke_label'],
  ['console.add', 'groups.members.add_named'],
  ['console.permissions.grant', 'resources.grant_to'],
  ['console.remove', 'console.remove_named'],
  ['users.consents.revoke', 'users.consents.revoke_named'],
  ['users.sessions.end', 'users.sessions.end_named'],
]

describe.each(languages)('the catalog %s', (language) => {
  // WCAG 2.5.3: who speaks to the device says what they see.
  test.each(buttons)('shows %s within the name %s', (shown, name) => {
    const catalog = flatten(messagesOf(language))
    const word = catalog.get(shown) ?? 'no text'
    expect(catalog.get(name)?.toLowerCase()).toContain(word.toLowerCase())
  })
})
