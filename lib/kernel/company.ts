/** What those who wait for one another share. */
interface Company {
  /** How many pieces of work are not done yet. */
  underWay: number
  /** How many are done whose askers wait. */
  done: number
  /** Lets these go on; null when nobody waits. */
  gate: PromiseWithResolvers<void> | null
  timer: NodeJS.Timeout | undefined
}

/**
 * Does work that keeps the processors busy outside the program's own thread, and lets those who asked for it go on
 * in company: as soon as no more is under way than is done. Each wake-up in between would have that thread fetch
 * again what the work beside it has driven from the processor's caches, and commit by itself what could share a
 * commit. While such work sets the pace, answers on the whole come no later by it. Where it does not have to queue for
 * a processor, nobody waits.
 * @param processors how much of the work is done at once
 * @param patienceMillis how long anybody waits for company
 */
export function inCompany(
  processors: number,
  patienceMillis: number,
): <T>(work: () => Promise<T>) => Promise<T> {
  const company: Company = { underWay: 0, done: 0, gate: null, timer: undefined }
  const goOn = () => {
    clearTimeout(company.timer)
    company.gate?.resolve()
    company.gate = null
    company.done = 0
  }
  const wait = () => {
    if (!company.gate) {
      company.gate = Promise.withResolvers()
      company.timer = setTimeout(goOn, patienceMillis)
    }
    return company.gate.promise
  }
  return async (work) => {
    company.underWay++
    try {
      return await work()
    } finally {
      company.underWay--
      company.done++
      if (company.underWay <= Math.max(processors, company.done)) goOn()
      else await wait()
    }
  }
}
