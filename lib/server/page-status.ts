import type { ServerResponse } from 'node:http'

/** Sends a page with this status where Next would send 200. A failure of the page keeps its own. */
export function keepStatus(res: ServerResponse, status: number): void {
  const { writeHead } = res
  res.writeHead = ((code: number, ...rest: []) =>
    writeHead.call(res, code === 200 ? status : code, ...rest)) as typeof writeHead
}
