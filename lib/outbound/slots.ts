import { singleton } from '#lib/base/concurrency/singleton.ts'

/** Requests of one purpose at a time in a process. Each purpose has its own, so that none starves another. */
const maxOfPurpose = 5
/** Requests to one host at a time. */
const maxToHost = 2

interface Waiting {
  readonly keys: readonly [purpose: string, host: string]
  start(): void
}

interface Slots {
  readonly inFlight: Map<string, number>
  readonly waiting: Set<Waiting>
}

/**
 * Runs `work` when few enough requests are under way, first come first served.
 * @param signal ends the wait; null to wait as long as it takes, which other requests' time limits bound
 * @throws the reason of the signal
 */
export async function withSlot<T>(
  purpose: string,
  host: string,
  signal: AbortSignal | null,
  work: () => Promise<T>,
): Promise<T> {
  const slots = singleton(
    'outbound-slots',
    (): Slots => ({ inFlight: new Map(), waiting: new Set() }),
  )
  const keys = [`purpose ${purpose}`, `host ${host}`] as const
  await take(slots, keys, signal)
  try {
    return await work()
  } finally {
    for (const key of keys) count(slots, key, -1)
    startWaiting(slots)
  }
}

function take(slots: Slots, keys: Waiting['keys'], signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      slots.waiting.delete(entry)
      reject(signal?.reason)
    }
    const entry: Waiting = {
      keys,
      start() {
        signal?.removeEventListener('abort', abort)
        resolve()
      },
    }
    if (signal?.aborted) return reject(signal.reason)
    signal?.addEventListener('abort', abort)
    slots.waiting.add(entry)
    startWaiting(slots)
  })
}

function startWaiting(slots: Slots): void {
  for (const entry of slots.waiting) {
    const [purpose, host] = entry.keys
    const isFree = (key: string, max: number) => (slots.inFlight.get(key) ?? 0) < max
    if (!isFree(purpose, maxOfPurpose) || !isFree(host, maxToHost)) continue
    slots.waiting.delete(entry)
    for (const key of entry.keys) count(slots, key, 1)
    entry.start()
  }
}

function count({ inFlight }: Slots, key: string, change: 1 | -1): void {
  const next = (inFlight.get(key) ?? 0) + change
  if (next === 0) inFlight.delete(key)
  else inFlight.set(key, next)
}
