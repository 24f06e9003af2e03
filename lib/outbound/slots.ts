import { singleton } from '#lib/base/concurrency/singleton.ts'

/** Concurrent requests of one purpose in a process. Each purpose has its own limit, so none starves another. */
const maxOfPurpose = 5
/** Concurrent requests to one host. */
const maxToHost = 2

interface Waiting {
  readonly keys: readonly [purpose: string, host: string]
  /** Nobody waits for its answer. */
  readonly isPatient: boolean
  start(): void
}

interface Slots {
  readonly inFlight: Map<string, number>
  readonly waiting: Set<Waiting>
}

/**
 * Runs `work` when a slot is free, in order of arrival. Whoever has a time limit comes first: logout tokens for
 * applications that do not answer would otherwise use up the time of sign-ins at a provider of the same host.
 * @param signal ends the wait; null waits as long as the time limits of other requests allow
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
      isPatient: signal === null,
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
  const inOrder = [...slots.waiting].sort((a, b) => Number(a.isPatient) - Number(b.isPatient))
  for (const entry of inOrder) {
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
