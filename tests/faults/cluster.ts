import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A PostgreSQL server that a test may stop and restart. */
export interface Cluster {
  readonly url: string
  /** Stops it: `fast` ends the sessions in order, `immediate` leaves the rest to a recovery. */
  halt(way: 'fast' | 'immediate'): Promise<void>
  /** Starts it again at the same address; resolves when it accepts connections. */
  startAgain(): Promise<void>
  remove(): Promise<void>
}

/** Starts a PostgreSQL server in a child process that ends with the tests. */
export async function startCluster(): Promise<Cluster> {
  const path = fileURLToPath(new URL('cluster-process.mjs', import.meta.url))
  const keeper = fork(path, { detached: true, execArgv: [] })
  const answer = async (): Promise<string> => {
    const ended = once(keeper, 'exit').then(() => {
      throw new Error('The process that keeps PostgreSQL has ended.')
    })
    const [message] = await Promise.race([once(keeper, 'message'), ended])
    return String(message)
  }
  const order = async (text: 'fast' | 'immediate' | 'start') => {
    keeper.send(text)
    await answer()
  }
  return {
    url: await answer(),
    halt: order,
    startAgain: () => order('start'),
    async remove() {
      const gone = once(keeper, 'exit')
      keeper.disconnect()
      await gone
    },
  }
}
