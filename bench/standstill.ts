/** Duration of some work, and the longest time it blocked the event loop, in milliseconds. */
export interface Timed {
  readonly millis: number
  readonly standstill: number
}

export async function timed(work: () => Promise<unknown>): Promise<Timed> {
  let standstill = 0
  let isOver = false
  const begun = performance.now()
  let last = begun
  const look = () => {
    const now = performance.now()
    standstill = Math.max(standstill, now - last)
    last = now
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await work()
  isOver = true
  look()
  return { millis: last - begun, standstill }
}
