import { singleton } from './singleton.ts'

interface Lane {
  count: number
  readonly waiting: (() => void)[]
}

const lanesOfProcess = () => singleton('in-flight', () => new Map<string, Lane>())

/** Notes that work for the keys is under way in this process; `leave` has to follow. */
export function enter(keys: readonly string[]): void {
  const lanes = lanesOfProcess()
  for (const key of keys) {
    const lane = lanes.get(key)
    if (lane) lane.count++
    else lanes.set(key, { count: 1, waiting: [] })
  }
}

/** Notes that it is over. @param frees whether it has made room for another */
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
 * @returns false at once when none is under way, or after the given time in vain
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
