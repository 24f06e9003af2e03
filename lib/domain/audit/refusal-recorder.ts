import { isRecorded, type RefusalFacts, type RefusalRule } from '#lib/answers/refusal-rules.ts'
import { singleton } from '#lib/base/concurrency/singleton.ts'
import { countDroppedRefusal, countRefused } from '#lib/base/log/metrics.ts'
import { addressBlock } from '#lib/base/network/ip.ts'
import { cutCodePoints } from '#lib/base/text/text.ts'
import type { Context } from '#lib/context.ts'
import type { NewRefusalRecord } from '#lib/persistence/audit/refusal-records.ts'
import type { Store } from '#lib/persistence/store.ts'
import { storedFacts } from './refusal-facts.ts'

/** A refusal as an endpoint reports it. */
export interface Refused {
  readonly endpoint: string
  readonly rule: RefusalRule
  /** The error code of the answer. */
  readonly error: string
  readonly status: number
  /** A function is called after the answer. */
  readonly facts?: RefusalFacts | (() => RefusalFacts) | undefined
  /** The sent client identifier, of a client that may not exist. */
  readonly clientIdentifier?: string | undefined
}

interface Waiting {
  readonly ctx: Context
  readonly refused: Refused
  readonly key: Key
}

/** The refusals of one rule of one client, or of one network. */
interface Key {
  minute: number
  count: number
  /** The last record of the key; null before it is stored. */
  id: number | null
  repeats: number
  lastAt: Date
}

interface Recorder {
  readonly store: Store
  readonly waiting: Waiting[]
  readonly keys: Map<string, Key>
  readonly dropped: Map<number, number>
  allowance: number
  refilledAt: number
  repeatsWrittenAt: number
  timer: NodeJS.Timeout | undefined
  flushing: Promise<void>
}

const maxWaiting = 200
const maxKeys = 2_000
const rowsPerStatement = 32
const flushMs = 1_000
const repeatsMs = 60_000
const recordsPerSecond = 10
const burst = 100
const recordsOfKeyPerMinute = 30

/**
 * Records a refusal after the answer. Never throws and never waits. The number of records is bounded, for the process
 * and for each key; further refusals are counted in the last record of the key.
 */
export function recordRefusal(ctx: Context, refused: Refused): void {
  countRefused(refused.endpoint, refused.rule)
  if (!ctx.settings.refusalRecordsEnabled || !isRecorded(refused.rule)) return
  const recorder = recorderOf(ctx.store)
  const key = keyOf(recorder, ctx, refused)
  key.lastAt = ctx.now
  if (key.count >= recordsOfKeyPerMinute || !takeAllowance(recorder, ctx.now)) {
    key.repeats++
    noteDropped(recorder, ctx.now)
  } else {
    key.count++
    recorder.waiting.push({ ctx, refused, key })
  }
  schedule(recorder)
}

/** The number of refusals within a minute that got no record of their own in this process. */
export function droppedAt({ store }: Pick<Context, 'store'>, at: Date): number {
  return recorderOf(store).dropped.get(minuteOf(at)) ?? 0
}

/** Stores the waiting records; for the stop of a process and for tests. */
export async function flushRefusals({ store }: Pick<Context, 'store'>): Promise<void> {
  const recorder = recorderOf(store)
  clearTimeout(recorder.timer)
  recorder.timer = undefined
  do await flush(recorder)
  while (recorder.waiting.length > 0)
  await writeRepeats(recorder)
}

function recorderOf(store: Store): Recorder {
  const recorders = singleton('refusal-recorders', () => new WeakMap<Store, Recorder>())
  let recorder = recorders.get(store)
  if (!recorder) {
    recorder = {
      store,
      waiting: [],
      keys: new Map(),
      dropped: new Map(),
      allowance: burst,
      refilledAt: 0,
      repeatsWrittenAt: performance.now(),
      timer: undefined,
      flushing: Promise.resolve(),
    }
    recorders.set(store, recorder)
  }
  return recorder
}

function keyOf({ keys }: Recorder, ctx: Context, { rule, clientIdentifier }: Refused): Key {
  const whose = clientIdentifier || ctx.subject?.clientIdentifier || addressBlock(ctx.ip)
  const name = `${rule} ${cutCodePoints(whose, 100)}`
  const minute = minuteOf(ctx.now)
  const known = keys.get(name)
  const key = known ?? { minute, count: 0, id: null, repeats: 0, lastAt: ctx.now }
  if (key.minute !== minute) Object.assign(key, { minute, count: 0 })
  keys.delete(name)
  keys.set(name, key)
  const [oldest] = keys.keys()
  if (keys.size > maxKeys && oldest !== undefined) keys.delete(oldest)
  return key
}

function takeAllowance(recorder: Recorder, now: Date): boolean {
  const elapsed = Math.max(0, now.getTime() - recorder.refilledAt)
  recorder.allowance = Math.min(burst, recorder.allowance + (elapsed / 1_000) * recordsPerSecond)
  recorder.refilledAt = now.getTime()
  if (recorder.allowance < 1 || recorder.waiting.length >= maxWaiting) return false
  recorder.allowance--
  return true
}

function noteDropped({ dropped }: Recorder, now: Date): void {
  countDroppedRefusal()
  const minute = minuteOf(now)
  dropped.set(minute, (dropped.get(minute) ?? 0) + 1)
  const [oldest] = dropped.keys()
  if (dropped.size > 24 * 60 && oldest !== undefined) dropped.delete(oldest)
}

function minuteOf(at: Date): number {
  return Math.floor(at.getTime() / 60_000)
}

function schedule(recorder: Recorder): void {
  if (recorder.timer) return
  const isIdle = recorder.waiting.length === 0
  recorder.timer = setTimeout(
    () => {
      recorder.timer = undefined
      void tick(recorder)
    },
    isIdle ? repeatsMs : flushMs,
  )
  recorder.timer.unref()
}

async function tick(recorder: Recorder): Promise<void> {
  await flush(recorder)
  if (performance.now() - recorder.repeatsWrittenAt >= repeatsMs) await writeRepeats(recorder)
  const isPending = [...recorder.keys.values()].some(({ repeats }) => repeats > 0)
  if (recorder.waiting.length > 0 || isPending) schedule(recorder)
}

/** Stores at most one statement of records. */
function flush(recorder: Recorder): Promise<void> {
  recorder.flushing = recorder.flushing.then(async () => {
    const batch = recorder.waiting.splice(0, rowsPerStatement)
    const last = batch.at(-1)
    if (!last) return
    try {
      const rows = await Promise.all(batch.map(rowOf))
      const ids = await recorder.store.refusalRecords.insertAll(rows)
      for (const [i, { key }] of batch.entries()) key.id = ids[i] ?? null
    } catch (error) {
      last.ctx.log.warn({ err: error, count: batch.length }, 'failed to record refused requests')
    }
  })
  return recorder.flushing
}

async function writeRepeats(recorder: Recorder): Promise<void> {
  recorder.repeatsWrittenAt = performance.now()
  for (const key of recorder.keys.values()) {
    const { id, repeats, lastAt } = key
    if (id === null || repeats === 0) continue
    key.repeats = 0
    await recorder.store.refusalRecords.addRepeats(id, repeats, lastAt).catch(() => {})
  }
}

async function rowOf({ ctx, refused }: Waiting): Promise<NewRefusalRecord> {
  const { endpoint, rule, error, status, facts = {} } = refused
  const { subject = {} } = ctx
  const sent = cutCodePoints(refused.clientIdentifier ?? '', 64).replaceAll('\0', '')
  const clientIdentifier = subject.clientIdentifier ?? sent
  const client = clientIdentifier === '' ? null : await ctx.configuration.client(clientIdentifier)
  return {
    createdAt: ctx.now,
    requestId: ctx.requestId,
    endpoint: cutCodePoints(endpoint, 200),
    rule,
    error,
    status,
    clientId: subject.clientId ?? client?.id ?? null,
    clientIdentifier,
    userId: subject.userId ?? null,
    network: addressBlock(ctx.ip),
    facts: storedFacts(typeof facts === 'function' ? facts() : facts),
    repeats: 0,
    lastAt: ctx.now,
  }
}
