/**
 * Keeps a PostgreSQL server for the tests that started this process, and removes it when they are
 * gone, however they ended.
 */
import { startPostgresql } from '../run/postgresql.mjs'

// What the server has answered must outlive its own crash; losing the machine is not the subject.
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
