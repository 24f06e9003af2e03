import { startServer } from '#tests/support/started-server.ts'

/**
 * Starts the built server once for all browser tests. They find it by their base address, and its
 * database by `TEST_SERVER_DATABASE_URL`, to put users and clients into.
 * @returns what ends the server and removes its data
 */
export default async function start(): Promise<() => Promise<void>> {
  // Every browser comes from one address here, and signs in far more often than a person does.
  const server = await startServer({ RATE_LIMITER_ENABLED: 'false' })
  process.env.TEST_SERVER_URL = server.baseUrl
  process.env.TEST_SERVER_DATABASE_URL = server.databaseUrl
  return async () => {
    const died = !server.isRunning()
    await server.remove()
    if (died) throw new Error(`The server ended during the tests:\n${server.output()}`)
  }
}
