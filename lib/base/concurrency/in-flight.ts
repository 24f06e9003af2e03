import { singleton } from './singleton.ts'

interface Lane {
  count: number
  readonly waiting: (() => void)[]
}

const lanesOfProcess = () => singleton('in-flight', () => new Map<string, Lane>())

/** Counts work for the keys as in progress in this process. A call of `leave` must follow. */
export function enter(keys: readonly string[]): void {
  const lanes = lanesOfProcess()
  for (const key of keys) {
    const lane = lanes.get(key)
    if (lane) lane.count++
    else lanes.set(key, { count: 1, waiting: [] })
  }
}

/**
 * Ends what `enter` began.
 * @param frees whether the work has made room for another caller
 */
export function leave(keys: readonly string[], frees: boolean): void {
  const lanes = lanesOfProcess()
  for (const key of keys) {
    const lane = lanes.get(key)
    if (!lane) continue
    lane.count--
    if (lane.count === 0) {
      lanes.delete(key)
      for (const wake of lane.waiting) wake()
    } else if (frees) lane.waiting.shift()?.()
  }
}

/**
 * Waits until work for the key may have made room.
 * @returns false when no work is in progress (at once), or when the time is up
 */
export async function roomMade(key: string, millis: number): Promise<boolean> {
  const lane = lanesOfProcess().get(key)
  if (!lane || millis <= 0) return false
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      resolve(true)
    }
    const timer = setTimeout(() => {
      lane.waiting.splice(lane.waiting.indexOf(wake), 1)
      resolve(false)
    }, millis)
    lane.waiting.push(wake)
  })
}
