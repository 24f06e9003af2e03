import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { Config } from '#lib/config/config.ts'
import type { BreachSource } from '#lib/context.ts'
import { lookUpBreached } from '#lib/outbound/breached-passwords.ts'
import { rangeServer, sha1Of } from '#tests/support/range-server.ts'

const breached = 'correct horse battery staple'
const service = await rangeServer(breached)
const folder = mkdtempSync(join(tmpdir(), 'breached-'))
afterEach(() => service.answerWith(null))
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

const records: string[] = []
const log = pino({ level: 'debug' }, { write: (line: string) => records.push(line) })

function lookUp(source: BreachSource, password: string, baseUrl = 'http://localhost:3000') {
  return lookUpBreached({ config: { baseUrl } as Config, log }, source, password)
}

const atService = (password: string, address = service.address) =>
  lookUp({ kind: 'service', address }, password)

describe('a service', () => {
  test('tells whether a password is known, from the first five digits of its hash', async () => {
    expect(await atService(breached)).toBe('breached')
    expect(await atService('another one that nobody had')).toBe('clean')
    const { path, headers } = service.asked[0] ?? { path: '', headers: {} }
    expect(path).toBe(`/range/${sha1Of(breached).slice(0, 5)}`)
    expect(headers).toMatchObject({ 'add-padding': 'true', accept: 'text/plain' })
  })

  test('may have a path and an end slash', async () => {
    expect(await atService(breached, `${service.address}/mirror/`)).toBe('breached')
    expect(service.asked.at(-1)?.path).toBe(`/mirror/range/${sha1Of(breached).slice(0, 5)}`)
  })

  test('leaves neither password nor hash in the log', async () => {
    records.length = 0
    await atService(breached)
    expect(records).not.toEqual([])
    expect(records.join('')).not.toContain(sha1Of(breached).slice(0, 5))
    expect(records.join('')).not.toContain(breached)
  })

  const suffix = sha1Of(breached).slice(5)
  const text =
    (body: string, status = 200): RequestListener =>
    (_, response) =>
      response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(body)
  const typed =
    (type: string, body: string): RequestListener =>
    (_, response) =>
      response.writeHead(200, { 'Content-Type': type }).end(body)

  test.each<[string, string, RequestListener]>([
    ['a page in place of the answer', 'unavailable', typed('text/html', '<p>blocked</p>')],
    ['a page that says it is text', 'unavailable', text('<p>blocked</p>')],
    ['a list of another type', 'unavailable', typed('application/json', `${suffix}:3`)],
    ['a line with the whole hash', 'unavailable', text(`${sha1Of(breached)}:3`)],
    ['a good status with no line', 'clean', text('')],
    ['small letters', 'breached', text(`${suffix.toLowerCase()}:3\n`)],
    ['ends of lines of both kinds', 'breached', text(`${'A'.repeat(35)}:1\r\n\r\n${suffix}:3\n`)],
    ['a last line without end', 'breached', text(`${'A'.repeat(35)}:1\n${suffix}:3`)],
    ['the suffix with the count of padding', 'clean', text(`${suffix}:0`)],
    ['another status', 'unavailable', text(`${suffix}:3`, 503)],
    ['a redirect', 'unavailable', text(`${suffix}:3`, 302)],
    ['more than it may have', 'unavailable', text(`${suffix}:3\n`.repeat(8_000))],
  ])('that answers with %s: %s', async (_, verdict, listener) => {
    service.answerWith(listener)
    expect(await atService(breached)).toBe(verdict)
  })

  test('that sends a byte at a time, or nothing, is given up', async () => {
    service.answerWith((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/plain' })
      const timer = setInterval(() => response.write('A'), 200)
      response.on('close', () => clearInterval(timer))
    })
    expect(await atService(breached)).toBe('unavailable')
  })

  test('that is not there is no answer', async () => {
    expect(await atService(breached, 'http://127.0.0.1:1')).toBe('unavailable')
    expect(await atService(breached, 'https://nowhere.invalid')).toBe('unavailable')
  })

  test('is not asked in plain text but on this machine, for a server that is reached there', async () => {
    const before = service.asked.length
    const source = { kind: 'service', address: service.address } as const
    expect(await lookUp(source, breached, 'https://id.example')).toBe('unavailable')
    expect(await atService(breached, 'http://pwned.example')).toBe('unavailable')
    expect(service.asked).toHaveLength(before)
  })
})

describe('a file', () => {
  const others = Array.from({ length: 5_000 }, (_, number) => `password ${number}`)
  const lines = [...others, breached].map((password) => `${sha1Of(password)}:${password.length}`)
  const sorted = lines.toSorted()
  const fileOf = (content: string) => {
    const path = join(folder, 'hashes.txt')
    writeFileSync(path, content)
    return { kind: 'file', path } as const
  }

  test('is searched, whatever its ends of lines', async () => {
    for (const end of ['\n', '\r\n']) {
      const file = fileOf(sorted.join(end) + end)
      for (const password of [breached, ...others.filter((_, at) => at % 97 === 0)]) {
        expect(await lookUp(file, password)).toBe('breached')
      }
      expect(await lookUp(file, 'nobody had this one')).toBe('clean')
    }
  })

  test('has a first and a last line, with or without an end', async () => {
    const file = fileOf(sorted.join('\n'))
    const passwordOf = (line: string | undefined) =>
      [...others, breached].find((password) => line?.startsWith(sha1Of(password))) ?? ''
    expect(await lookUp(file, passwordOf(sorted[0]))).toBe('breached')
    expect(await lookUp(file, passwordOf(sorted.at(-1)))).toBe('breached')
    expect(await lookUp(fileOf(`${sha1Of(breached)}:1`), breached)).toBe('breached')
  })

  test.each([
    ['is not there', { kind: 'file', path: join(folder, 'missing.txt') } as const],
    ['is a folder', { kind: 'file', path: folder } as const],
  ])('that %s is no answer', async (_, source) => {
    expect(await lookUp(source, breached)).toBe('unavailable')
  })

  test.each([
    ['is empty', ''],
    ['is not sorted', lines.toReversed().join('\n')],
    ['has other lines', 'correct horse battery staple\n'.repeat(500)],
    ['has no line', 'x'.repeat(100_000)],
  ])('that %s is no answer', async (_, content) => {
    expect(await lookUp(fileOf(content), breached)).toBe('unavailable')
  })
})
