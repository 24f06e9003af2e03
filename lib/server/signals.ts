/**
 * Signals this close together are one, in milliseconds: a terminal or systemd tells every process of a
 * group, and the primary tells its workers once more.
 */
const oneSignalMillis = 1_000

/**
 * Listens to SIGTERM and SIGINT for as long as the process lives.
 * @param stop what the first signal asks for
 * @param revokeAtOnce what a later one asks for
 */
export function onSignals(
  stop: (signal: NodeJS.Signals) => unknown,
  revokeAtOnce: () => void,
): void {
  let first: number | null = null
  const heard = (signal: NodeJS.Signals) => {
    const now = performance.now()
    if (first === null) {
      first = now
      stop(signal)
    } else if (now - first > oneSignalMillis) revokeAtOnce()
  }
  process.on('SIGTERM', heard)
  process.on('SIGINT', heard)
}
