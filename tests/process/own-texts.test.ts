import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shippedMessages } from '#lib/i18n/messages.ts'
import { remoteServer } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'authserver-texts-'))
let started: StartedServer

beforeAll(async () => {
  mkdirSync(join(folder, 'catalogs'))
  const own = {
    pages: {
      'forgot-password': { submit: 'Send the key' },
      error: { client_id_missing: { message: 'Nobody said who sends you.' } },
      gone: 'x',
    },
  }
  writeFileSync(join(folder, 'catalogs', 'en.json'), JSON.stringify(own))
  started = await startServer({ I18N_OVERRIDES_DIR: folder })
})
afterAll(async () => {
  await started?.remove()
  rmSync(folder, { recursive: true })
})

async function page(path: string, language: string): Promise<string> {
  const headers = { 'accept-language': language }
  return (await remoteServer(started.baseUrl).fetch(path, { headers })).text()
}

test('a page shows the installation’s own text, and ours where it has none', async () => {
  const { 'forgot-password': ours } = shippedMessages('en').pages
  const html = await page('/forgot-password', 'en')
  expect(html).toContain('Send the key')
  expect(html).not.toContain(ours.submit)
  expect(html).toContain(ours.instruction)
  expect(await page('/auth/authorize', 'en')).toContain('Nobody said who sends you.')
})

test('other languages keep their texts', async () => {
  const { 'forgot-password': ours } = shippedMessages('de').pages
  expect(await page('/forgot-password', 'de')).toContain(ours.submit)
})

test('a key that no catalog has is named in the log', () => {
  expect(started.output()).toContain('unknown text pages.gone.')
})
