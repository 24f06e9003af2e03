import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { banner } from '#lib/server/banner.ts'
import { testConfig } from '#tests/support/settings.ts'

const postgresql = testConfig('postgresql://owner:hidden@db.example:5432/logins')
const seeded = {
  adminEmail: 'root@example.com',
  generatedPassword: 'abcde',
  bootstrapClientId: null,
}

describe('the banner', () => {
  it('tells a generated password on the first start', () => {
    const text = banner(postgresql, seeded)
    expect(text).toContain('Sign in as  root@example.com')
    expect(text).toContain('Password    abcde')
  })

  it('does not repeat a password that was set, nor any secret on later starts', () => {
    const config = testConfig('file:/data/x.db', { ADMIN_PASSWORD: 'Hidden-password-1' })
    for (const text of [
      banner(config, { ...seeded, generatedPassword: null }),
      banner(config, null),
    ]) {
      expect(text).not.toContain('Hidden-password-1')
      expect(text).toContain('/data/x.db')
    }
  })

  it('says where the console is, which may have an address of its own', () => {
    const config = testConfig('file:/data/x.db', { ADMIN_CONSOLE_URL: 'https://console.example' })
    expect(banner(config, null)).toContain('Console     https://console.example/admin')
  })

  it('says where the documentation is', () => {
    expect(banner(postgresql, null)).toContain(`Docs        ${postgresql.baseUrl}/docs`)
  })

  it('names the database without its credentials', () => {
    const text = banner(postgresql, null)
    expect(text).toContain('db.example:5432/logins')
    expect(text).not.toContain('hidden')
  })

  it('is shown in the quickstart as a first start prints it', () => {
    const config = testConfig('file:/home/you/authserver/data/…')
    const first = { ...seeded, adminEmail: 'admin@example.com', generatedPassword: '…' }
    const quickstart = readFileSync(new URL('../../../docs/quickstart.md', import.meta.url), 'utf8')
    expect(quickstart).toContain(`\`\`\`text${banner(config, first).trimEnd()}\n\`\`\`\n`)
  })

  it('is a frame of lines that are equally long', () => {
    const lines = banner(postgresql, seeded).trim().split('\n')
    expect(new Set(lines.map((line) => line.length)).size).toBe(1)
  })
})
