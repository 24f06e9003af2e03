/**
 * Signals within this time count as one, in milliseconds. A terminal or systemd signals every process of a group, and
 * the primary process forwards the signal to its workers.
 */
const oneSignalMs = 1_000

/**
 * Listens to SIGTERM and SIGINT for the life of the process.
 * @param stop called on the first signal
 * @param stopAtOnce called on a later signal
 */
export function onSignals(stop: (signal: NodeJS.Signals) => unknown, stopAtOnce: () => void): void {
  let first: number | null = null
  const heard = (signal: NodeJS.Signals) => {
    const now = performance.now()
    if (first === null) {
      first = now
      stop(signal)
    } else if (now - first > oneSignalMs) stopAtOnce()
  }
  process.on('SIGTERM', heard)
  process.on('SIGINT', heard)
}
