import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guardConsole } from '#lib/server/console-guard.ts'
import {
  anAccountHolder,
  type ConsoleServer,
  comeBack,
  consoleCookie,
  consoleServer,
  returning,
} from '#tests/console/fixture.ts'

let running: ConsoleServer
let session: string

/** Answers 200 to admitted requests, and as the console guard does to others. */
const entrance = createServer(async (req, res) => {
  res.setHeader('X-Request-Id', 'a-request')
  const refuse = async ({ status }: { status: number }) => void res.writeHead(status).end()
  if (await guardConsole(running.app.runtime, req, res, refuse)) res.end()
})

beforeAll(async () => {
  running = await consoleServer()
  entrance.listen(0, '127.0.0.1')
  const back = await returning(running.app, await anAccountHolder(running), '/account/profile')
  await comeBack(running.app, back)
  session = consoleCookie(back.person)
})
afterAll(async () => {
  entrance.closeAllConnections()
  entrance.close()
  await running.stop()
})

interface Sent {
  readonly path?: string
  readonly cookie?: string
  readonly type?: string
  /** The declared length; absent: the length of the body. */
  readonly length?: number
}

/** The status of the answer to a script's form, which may come before the end of the body. */
async function send(body: Buffer, { path, cookie, type, length }: Sent = {}) {
  const { port } = entrance.address() as AddressInfo
  const req = httpRequest({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: path ?? '/account/profile',
    agent: false,
    headers: {
      'next-action': 'a',
      'content-type': type ?? 'multipart/form-data; boundary=x',
      'content-length': length ?? body.byteLength,
      ...(cookie ? { cookie: `authserver-console=${cookie}` } : {}),
    },
  })
  req.on('error', () => {})
  if (length === undefined) req.end(body)
  else req.write(body)
  const [res] = (await once(req, 'response')) as [IncomingMessage]
  req.destroy()
  return res.statusCode
}

const part = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const partsOf = (parts: number) =>
  Buffer.from(`${part('0', '[]')}${part('a', '').repeat(parts - 1)}--x--\r\n`)
const formOfBytes = (bytes: number) => {
  const of = (value: string) => `${part('0', '[]')}${part('a', value)}--x--\r\n`
  return Buffer.from(of('v'.repeat(bytes - of('').length)))
}
const listOfBytes = (bytes: number) => Buffer.from(`[${' '.repeat(bytes - 2)}]`)
const anything = Buffer.from('-')
const [most, maxAdmitted] = [64 * 1024, 4 * 1024 * 1024]

describe('a form of somebody without a session', () => {
  const madeUp = 'a'.repeat(43)

  test.each([
    ['no cookie', {}],
    ['a cookie that is made up', { cookie: madeUp }],
    [
      'a session that may not see the page',
      {
        path: '/admin/users',
        get cookie() {
          return session
        },
      },
    ],
    ['no form at all', { type: 'text/plain' }],
  ])('is read up to 64 KiB, and not waited for when it is larger: %s', async (_, sent) => {
    const form = 'type' in sent ? listOfBytes(most) : formOfBytes(most)
    expect(await send(form, sent)).toBe(200)
    expect(await send(anything, { ...sent, length: most + 1 })).toBe(413)
  })

  test('has at most 1,000 parts', async () => {
    expect(await send(partsOf(1_000))).toBe(200)
    expect(await send(partsOf(1_001))).toBe(400)
  })
})

describe('a form of somebody with a session', () => {
  test('is read up to 4 MiB', async () => {
    expect(await send(formOfBytes(maxAdmitted), { cookie: session })).toBe(200)
    expect(await send(anything, { cookie: session, length: maxAdmitted + 1 })).toBe(413)
  })

  test('may name all that the API takes at once: three fields for each of 1,000 permissions', async () => {
    expect(await send(partsOf(4_000), { cookie: session })).toBe(200)
    expect(await send(partsOf(4_001), { cookie: session })).toBe(400)
  })
})
