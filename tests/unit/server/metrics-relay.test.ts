import cluster, { type Worker } from 'node:cluster'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type MetricsMessage, relayMetrics } from '#lib/server/metrics-relay.ts'

/** A worker known to the primary process, which records the messages it receives. */
class Told {
  readonly messages: MetricsMessage[] = []
  send(message: MetricsMessage): void {
    this.messages.push(message)
  }
  connected = true
  isConnected(): boolean {
    return this.connected
  }
  happens(event: 'fork' | 'online' | 'listening' | 'exit'): this {
    cluster.emit(event, this as unknown as Worker)
    return this
  }
  asks(id: number): void {
    this.says({ about: 'metrics', id, kind: 'question' })
  }
  /** Answers the last question with a metric of this name. */
  answers(name: string): void {
    const id = this.messages.findLast(({ kind }) => kind === 'question')?.id ?? 0
    const family = { name, help: '', type: 'gauge', aggregator: 'sum', values: [] } as const
    this.says({ about: 'metrics', id, kind: 'answer', families: [family] })
  }
  /** The collected answers that it received, by name. */
  gathered(): string[][] {
    return this.messages.flatMap((message) =>
      message.kind === 'gathered'
        ? [message.processes.flatMap((families) => families.map(({ name }) => name))]
        : [],
    )
  }
  private says(message: MetricsMessage): void {
    cluster.emit('message', this as unknown as Worker, message, undefined)
  }
}

const events = ['listening', 'exit', 'message'] as const
const before = events.map((event) => [event, cluster.listeners(event)] as const)

let first: Told
let second: Told

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  relayMetrics()
  first = new Told().happens('listening')
  second = new Told().happens('listening')
})
afterEach(() => {
  vi.useRealTimers()
  for (const [event, known] of before) {
    for (const listener of cluster.listeners(event)) {
      if (!known.includes(listener)) cluster.off(event, listener as () => void)
    }
  }
})

describe('a question for the metrics of all', () => {
  test('is answered as soon as everybody has', () => {
    first.asks(7)
    first.answers('of the first')
    expect(first.gathered()).toEqual([])
    second.answers('of the second')
    expect(first.gathered()).toEqual([['of the first', 'of the second']])
    expect(first.messages.at(-1)?.id).toBe(7)
    expect(second.gathered()).toEqual([])
  })

  test('waits for nobody who has ended, before it or meanwhile', () => {
    first.asks(1)
    first.answers('of the first')
    // A worker that is killed while it answers emits no `disconnect`.
    second.happens('exit')
    expect(first.gathered()).toEqual([['of the first']])
    first.asks(2)
    first.answers('of the first')
    expect(first.gathered()).toHaveLength(2)
  })

  test('waits for nobody who is starting', () => {
    const starting = new Told().happens('fork').happens('online')
    first.asks(1)
    for (const worker of [first, second]) worker.answers('served')
    expect(first.gathered()).toHaveLength(1)
    expect(starting.messages).toEqual([])
    starting.happens('listening')
    first.asks(2)
    for (const worker of [first, second, starting]) worker.answers('served')
    expect(first.gathered()[1]).toHaveLength(3)
  })

  test('goes on with the others when one has ended', () => {
    const third = new Told().happens('listening')
    first.asks(1)
    third.happens('exit')
    expect(first.gathered()).toEqual([])
    for (const worker of [first, second]) worker.answers('served')
    expect(first.gathered()).toEqual([['served', 'served']])
  })

  test('is not taken for that of another', () => {
    for (const worker of [first, second]) worker.asks(1)
    for (const worker of [first, second]) worker.answers('to the second')
    expect([first.gathered(), second.gathered()]).toEqual([
      [],
      [['to the second', 'to the second']],
    ])
    vi.advanceTimersByTime(1_000)
    expect(first.gathered()).toEqual([[]])
  })

  test('is not answered to who has ended meanwhile', () => {
    first.asks(1)
    Object.assign(first, { connected: false }).happens('exit')
    second.answers('of the second')
    expect(first.gathered()).toEqual([])
  })

  test('takes no answer of one that was not asked, and no other message', () => {
    first.asks(1)
    const late = new Told().happens('listening')
    late.messages.push(...first.messages)
    late.answers('of nobody')
    cluster.emit('message', first as unknown as Worker, { id: 1, kind: 'question' }, undefined)
    first.answers('of the first')
    expect(first.gathered()).toEqual([])
    second.answers('of the second')
    expect(first.gathered()).toEqual([['of the first', 'of the second']])
  })

  test('leaves out whoever has not answered after a second', () => {
    first.asks(1)
    first.answers('of the first')
    vi.advanceTimersByTime(999)
    expect(first.gathered()).toEqual([])
    vi.advanceTimersByTime(1)
    expect(first.gathered()).toEqual([['of the first']])
    second.answers('too late')
    expect(first.gathered()).toHaveLength(1)
  })
})
