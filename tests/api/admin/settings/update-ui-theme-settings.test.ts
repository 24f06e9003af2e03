import { describe, expect, test } from 'vitest'
import { themes } from '#lib/domain/branding/themes.ts'
import { brokenBodies } from '../fixture.ts'
import { fixture } from './fixture.ts'

const { ask, refusal, granular, settings, lastEntries } = await fixture()
const path = '/settings/ui-theme'

describe('200', () => {
  test('saves, answers with the choice and records what was and what is', async () => {
    await ask('PUT', path, { uiTheme: 'nord' })
    const { status, body } = await ask('PUT', path, { uiTheme: ' dracula ' })
    expect([status, body]).toEqual([200, { uiTheme: 'dracula', availableThemes: [...themes] }])
    expect((await settings()).uiTheme).toBe('dracula')
    const loggedInUser = granular.client.clientIdentifier
    expect(await lastEntries(1)).toEqual([
      {
        event: 'updated_ui_theme_settings',
        details: { loggedInUser, oldUITheme: 'nord', newUITheme: 'dracula' },
      },
    ])
  })

  test.each([{ uiTheme: '' }, { uiTheme: null }, {}])('%j means light or dark', async (body) => {
    await ask('PUT', path, { uiTheme: 'nord' })
    expect((await ask('PUT', path, body)).body).toMatchObject({ uiTheme: '' })
  })
})

describe('400', () => {
  test.each(brokenBodies)('the body %j', async (body) => {
    expect(await refusal('PUT', path, body)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each(['Nord', 'unknown', 'light dark', '"><script>'])('the theme %j', async (uiTheme) => {
    expect(await refusal('PUT', path, { uiTheme })).toEqual([400, 'VALIDATION_ERROR'])
  })
})
