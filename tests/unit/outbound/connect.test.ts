import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectFirst, familiesInTurn } from '#lib/outbound/connect.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A network in which an address answers, refuses, or is silent. */
function network(behaviour: Record<string, 'answers' | 'refuses' | 'silent'>) {
  const opened: string[] = []
  const sockets = new Map<string, Socket>()
  const open = (address: string) => {
    opened.push(address)
    const socket = new Socket()
    sockets.set(address, socket)
    if (behaviour[address] === 'answers') setTimeout(() => socket.emit('connect'), 20)
    if (behaviour[address] === 'refuses') {
      setTimeout(() => socket.emit('error', new Error(`${address} refuses`)), 20)
    }
    return socket
  }
  return { open, opened, sockets }
}

const never = () => new AbortController().signal

test('families take turns, beginning with that of the first address', () => {
  expect(familiesInTurn(['2a00::1', '2a00::2', '192.0.2.1', '192.0.2.2', '192.0.2.3'])).toEqual([
    ...['2a00::1', '192.0.2.1', '2a00::2', '192.0.2.2', '192.0.2.3'],
  ])
  expect(familiesInTurn(['192.0.2.1', '2a00::1'])).toEqual(['192.0.2.1', '2a00::1'])
})

describe('of several addresses', () => {
  test('the second is used when the first is silent, and the first is closed', async () => {
    const { open, sockets } = network({ '2a00::1': 'silent', '192.0.2.1': 'answers' })
    const connected = connectFirst(['2a00::1', '192.0.2.1'], 443, never(), open)
    await vi.advanceTimersByTimeAsync(300)
    expect(await connected).toBe(sockets.get('192.0.2.1'))
    expect(sockets.get('2a00::1')?.destroyed).toBe(true)
  })

  test('the next is tried at once when one refuses', async () => {
    const { open, sockets } = network({
      '2a00::1': 'refuses',
      '192.0.2.1': 'refuses',
      '192.0.2.2': 'answers',
    })
    const connected = connectFirst(['2a00::1', '192.0.2.1', '192.0.2.2'], 443, never(), open)
    await vi.advanceTimersByTimeAsync(60)
    expect(await connected).toBe(sockets.get('192.0.2.2'))
  })

  test('only one is opened when the first answers in time', async () => {
    const { open, opened } = network({ '2a00::1': 'answers', '192.0.2.1': 'answers' })
    const connected = connectFirst(['2a00::1', '192.0.2.1'], 443, never(), open)
    await vi.advanceTimersByTimeAsync(1000)
    await connected
    expect(opened).toEqual(['2a00::1'])
  })

  test('the last failure is told when all fail', async () => {
    const { open } = network({ '2a00::1': 'refuses', '192.0.2.1': 'refuses' })
    const refused = expect(
      connectFirst(['2a00::1', '192.0.2.1'], 443, never(), open),
    ).rejects.toThrow('192.0.2.1 refuses')
    await vi.advanceTimersByTimeAsync(100)
    await refused
  })

  test('all are closed when the time is over', async () => {
    const { open, sockets } = network({ '2a00::1': 'silent', '192.0.2.1': 'silent' })
    const time = new AbortController()
    const late = expect(
      connectFirst(['2a00::1', '192.0.2.1'], 443, time.signal, open),
    ).rejects.toThrow('over')
    await vi.advanceTimersByTimeAsync(300)
    time.abort(new Error('over'))
    await late
    expect([...sockets.values()].map((socket) => socket.destroyed)).toEqual([true, true])
  })
})
