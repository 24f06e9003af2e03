import { type Runtime, runtime } from '#lib/runtime.ts'
import { securityHeaders } from './security-headers.ts'

/** Answers that the process lives; asks nothing of the database. */
export async function health(): Promise<Response> {
  return plainText('healthy', 200, await runtime())
}

/**
 * Answers whether requests can be served: the database is there, brought up to date and holds a
 * current signing key. 503 with one word for the reason when not.
 */
export async function ready(): Promise<Response> {
  const shared = await runtime()
  const obstacle = await shared.notReady()
  return obstacle
    ? plainText(`not ready: ${obstacle}`, 503, shared)
    : plainText('ready', 200, shared)
}

function plainText(text: string, status: number, { config }: Pick<Runtime, 'config'>): Response {
  const headers = {
    ...securityHeaders(config),
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
  }
  return new Response(`${text}\n`, { status, headers })
}
