import { afterAll, beforeAll, expect, test } from 'vitest'
import { findSession } from '#lib/console/session.ts'
import { contextFor } from '#lib/http/context.ts'
import { sha256Hex } from '#lib/kernel/hash.ts'
import type { TestUser } from '#tests/support/people.ts'
import {
  anAccountHolder,
  type ConsoleServer,
  comeBack,
  consoleCookie,
  consoleServer,
  returning,
} from './scene.ts'

let running: ConsoleServer
let user: TestUser

beforeAll(async () => {
  running = await consoleServer()
  user = await anAccountHolder(running)
})
afterAll(() => running.stop())

const isStored = async (cookie: string) =>
  (await running.app.runtime.client.consoleSession.findUnique({
    where: { cookieHash: sha256Hex(cookie) },
  })) !== null

test('a sign-in to the console ends the one that its browser held before', async () => {
  const first = await returning(running.app, user, '/account/profile')
  await comeBack(running.app, first)
  const earlier = consoleCookie(first.person)
  const second = await returning(running.app, user, '/account/profile')
  second.person.cookies.set('authserver-console', earlier)
  await comeBack(running.app, second)
  const now = consoleCookie(second.person)
  expect(now).not.toBe(earlier)
  expect([await isStored(earlier), await isStored(now)]).toEqual([false, true])
})

test('a sign-in to the console must come back within an hour, however new its code is', async () => {
  const { app } = running
  const began = app.clock.now()
  const late = await returning(app, user, '/account/profile')
  app.clock.advance(3_600)
  const other = await anAccountHolder(running)
  const fresh = await returning(app, other, '/account/profile')
  const fields = { ...late.fields, code: fresh.fields.code ?? '' }
  const before = running.tokenRequests()
  const answer = await comeBack(app, { ...late, fields })
  const view = answer.headers.get('x-authserver-view-data') ?? ''
  expect(answer.status).toBe(400)
  expect(JSON.parse(Buffer.from(view, 'base64url').toString('utf8'))).toMatchObject({
    reason: 'sign_in_lost',
  })
  expect(running.tokenRequests()).toBe(before)
  app.clock.set(began)
})

test('a session of the console ends with its stored end, though its tokens would still do', async () => {
  const back = await returning(running.app, user, '/account/profile')
  await comeBack(running.app, back)
  const cookie = consoleCookie(back.person)
  const now = await contextFor({ headers: new Headers() }, 'a-request')
  expect(await findSession(now, cookie)).not.toBeNull()
  await running.app.runtime.client.consoleSession.update({
    where: { cookieHash: sha256Hex(cookie) },
    data: { expiresAt: now.now },
  })
  expect(await findSession(now, cookie)).toBeNull()
})
