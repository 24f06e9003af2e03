import cluster, { type Worker } from 'node:cluster'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type MetricsMessage, relayMetrics } from '#lib/server/metrics-relay.ts'

/** A worker of which the primary process has heard, and what it was told. */
class Told {
  readonly messages: MetricsMessage[] = []
  send(message: MetricsMessage): void {
    this.messages.push(message)
  }
  isConnected(): boolean {
    return true
  }
  happens(event: 'fork' | 'online' | 'listening' | 'disconnect'): this {
    cluster.emit(event, this as unknown as Worker)
    return this
  }
  asks(id: number): void {
    this.says({ about: 'metrics', id, kind: 'question' })
  }
  /** Answers the last question, with a name that tells whose answer it is. */
  answers(name: string): void {
    const id = this.messages.findLast(({ kind }) => kind === 'question')?.id ?? 0
    const family = { name, help: '', type: 'gauge', aggregator: 'sum', values: [] } as const
    this.says({ about: 'metrics', id, kind: 'answer', families: [family] })
  }
  /** The answers that were brought to it together, by the names they have. */
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

const events = ['listening', 'disconnect', 'message'] as const
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
    second.happens('disconnect')
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
