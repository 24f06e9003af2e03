import { afterAll, beforeAll, expect, test } from 'vitest'
import { administrator } from '#tests/support/settings.ts'
import { type ConsoleServer, comeBack, consoleCookie, consoleServer, returning } from './fixture.ts'

let running: ConsoleServer
let cookie: string

beforeAll(async () => {
  running = await consoleServer()
  const back = await returning(running.app, administrator, '/admin/dashboard')
  await comeBack(running.app, back)
  cookie = `authserver-console=${consoleCookie(back.person)}; authserver-language=de`
})
afterAll(() => running.stop())

const sessions = 'sessions/submit'
const tokens = 'tokens/submit'
const idle = 'userSessionIdleTimeoutInSeconds'
const lifetime = 'userSessionMaxLifetimeInSeconds'
const offlineIdle = 'refreshTokenOfflineIdleTimeoutInSeconds'
const offline = 'refreshTokenOfflineMaxLifetimeInSeconds'

test.each([
  [sessions, { [idle]: '7200', [lifetime]: '3600' }, idle, 'höchstens 1 Stunde'],
  [sessions, { [idle]: '', [lifetime]: '3600' }, idle, 'eine Zahl von 1 bis'],
  [
    tokens,
    { tokenExpirationInSeconds: '300', [offlineIdle]: '172800', [offline]: '86400' },
    offlineIdle,
    'höchstens 1 Tag',
  ],
  ['audit-logs/submit', { auditLogRetentionDays: 'x' }, 'auditLogRetentionDays', 'eine Zahl von 0'],
  ['audit-logs/submit/refusals', { refusalRecordDays: '91' }, 'refusalRecordDays', 'eine Zahl von'],
])(
  'what no script has checked is refused at its field and in the language of the page: %s %o',
  async (path, sent, field, message) => {
    const response = await running.app.fetch(`/admin/settings/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
        'accept-language': 'de',
        cookie,
      },
      body: new URLSearchParams(sent as Record<string, string>).toString(),
    })
    const {
      kind,
      field: refused,
      message: said,
    } = (await response.json()) as Record<string, string>
    expect([response.status, kind, refused]).toEqual([400, 'refused', field])
    expect(said).toContain(message)
  },
)
