import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLocalJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { expect } from 'vitest'
import { startLogoutDispatcher } from '#lib/logout-dispatcher.ts'
import type { TestServer } from '#tests/support/server.ts'

/** A verified logout token, as an application sees it. */
export interface Received {
  readonly aud: unknown
  readonly sub: unknown
  readonly sid: unknown
  readonly jti: unknown
}

type Answer = (req: IncomingMessage, res: ServerResponse, received: Received) => void

/** The server whose tokens are taken. */
export interface Sender {
  fetch(path: string): Promise<Response>
  readonly config: { readonly baseUrl: string }
  readonly clock: { now(): Date }
}

/** An application that takes logout tokens and verifies each of them with jose. It reads the server's keys once. */
export async function logoutReceiver(app: Sender) {
  const keys = createLocalJWKSet(await (await app.fetch('/certs')).json())
  const received: Received[] = []
  let answer: Answer = (_, res) => res.writeHead(200).end()
  let calls = 0
  const receiver: Server = createServer(async (req, res) => {
    calls++
    let body = ''
    for await (const chunk of req) body += String(chunk)
    const token = new URLSearchParams(body).get('logout_token') ?? ''
    const taken = await verified(app, keys, token)
    received.push(taken)
    answer(req, res, taken)
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  return {
    uri: `http://127.0.0.1:${port}/logout?a=b`,
    received,
    calls: () => calls,
    answerWith(status: number, headers: Record<string, string> = {}) {
      answer = (_, res) => res.writeHead(status, headers).end()
    },
    answerBy(by: Answer) {
      answer = by
    },
    /** Runs when the next connection is open, before anything of the request is read. */
    onceConnected(work: () => void) {
      receiver.once('connection', work)
    },
    stop() {
      receiver.closeAllConnections()
      return new Promise<void>((resolve) => receiver.close(() => resolve()))
    },
  }
}

async function verified(app: Sender, keys: JWTVerifyGetKey, token: string): Promise<Received> {
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer: app.config.baseUrl,
    typ: 'logout+jwt',
    algorithms: ['RS256'],
    currentDate: app.clock.now(),
    requiredClaims: ['iat', 'exp', 'jti', 'sub', 'aud', 'events'],
  })
  const { aud, sub, sid, jti, iat = 0, exp = 0, events, ...more } = payload
  const isRight =
    typeof protectedHeader.kid === 'string' &&
    exp - iat === 120 &&
    JSON.stringify(events) === '{"http://schemas.openid.net/event/backchannel-logout":{}}' &&
    Object.keys(more).join() === 'iss'
  if (!isRight) throw new Error(`Not a logout token: ${JSON.stringify(payload)}`)
  return { aud, sub, sid, jti }
}

/** Delivers what is due now, like a process that runs only for that. */
export async function deliverDue(app: TestServer): Promise<void> {
  const due = async () => app.store.logoutNotifications.due(app.clock.now(), 1, 1, [])
  const dispatcher = startLogoutDispatcher(app.runtime, { interval: 5 })
  await expect.poll(due, { timeout: 18_000 }).toEqual([])
  await dispatcher.stop()
}
