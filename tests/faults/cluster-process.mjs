/**
 * Runs a PostgreSQL server for the test process that started this one, and removes it when that process ends
 * in any way.
 */
import { startPostgresql } from '../run/postgresql.mjs'

// Committed data must survive a crash of the server; a crash of the machine is not tested.
const starting = startPostgresql(undefined, { synchronous_commit: 'on' })

process.on('disconnect', async () => {
  await starting.then((cluster) => cluster.stop()).catch(() => {})
  process.exit()
})
process.on('message', async (order) => {
  const cluster = await starting
  if (order === 'fast' || order === 'immediate') await cluster.halt(order)
  else await cluster.startAgain()
  process.send?.('done')
})

process.send?.((await starting).url)
