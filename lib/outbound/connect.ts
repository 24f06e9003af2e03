import { connect as connectSocket, isIPv6, type Socket } from 'node:net'

/** Time before the next address is tried beside a pending one (RFC 8305 section 5). */
const headStartMs = 250

/** Begins a connection. */
export type OpenSocket = (address: string, port: number) => Socket

const openSocket: OpenSocket = (host, port) => connectSocket({ host, port })

/**
 * Connects to the first address that answers (RFC 8305 section 5). The families alternate, beginning with that of the
 * first address. The next attempt begins after a moment, or as soon as the last one fails. Other connections are
 * closed. A machine without a route for one family therefore reaches names that have both.
 * @throws the last failure when every address failed, or the reason of the signal
 */
export function connectFirst(
  addresses: readonly string[],
  port: number,
  signal: AbortSignal,
  open: OpenSocket = openSocket,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const waiting = familiesInTurn(addresses)
    const opening = new Set<Socket>()
    let timer: NodeJS.Timeout | undefined
    let failure: unknown = new Error('There is no address to connect to.')
    const settle = (act: () => void) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      for (const socket of opening) socket.destroy()
      act()
    }
    const abort = () => settle(() => reject(signal.reason))
    const tryNext = () => {
      clearTimeout(timer)
      const address = waiting.shift()
      if (address === undefined) {
        if (opening.size === 0) settle(() => reject(failure))
        return
      }
      const socket = open(address, port)
      opening.add(socket)
      const fail = (error: Error) => {
        opening.delete(socket)
        failure = error
        tryNext()
      }
      socket.once('error', fail)
      socket.once('connect', () => {
        socket.removeListener('error', fail)
        opening.delete(socket)
        settle(() => resolve(socket))
      })
      timer = setTimeout(tryNext, headStartMs)
    }
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', abort)
    tryNext()
  })
}

/** The addresses with their families alternating, each family in its own order. */
export function familiesInTurn(addresses: readonly string[]): string[] {
  const [first = ''] = addresses
  const isOfFirst = (address: string) => isIPv6(address) === isIPv6(first)
  const own = addresses.filter(isOfFirst)
  const others = addresses.filter((address) => !isOfFirst(address))
  const turns = Array.from({ length: Math.max(own.length, others.length) }, (_, turn) => turn)
  return turns.flatMap((turn) => [own.slice(turn, turn + 1), others.slice(turn, turn + 1)].flat())
}
