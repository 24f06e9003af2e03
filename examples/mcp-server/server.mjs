/** Serves `app.mjs` with Node.js. */
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { createRemoteJWKSet } from 'jose'
import { mcpApp } from './app.mjs'

const { ISSUER = 'http://localhost:3000', PORT = '8084' } = process.env
const { RESOURCE = `http://127.0.0.1:${PORT}/mcp` } = process.env

const keys = createRemoteJWKSet(new URL(`${ISSUER}/certs`))
const app = mcpApp({ issuer: ISSUER, resource: RESOURCE, keys })

createServer(async (incoming, outgoing) => {
  const { method, headers } = incoming
  const hasBody = method === 'POST'
  const request = new Request(new URL(incoming.url ?? '/', RESOURCE), {
    method,
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ...(hasBody && { body: Readable.toWeb(incoming), duplex: 'half' }),
  })
  const response = await app(request)
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  if (response.body) Readable.fromWeb(response.body).pipe(outgoing)
  else outgoing.end()
}).listen(Number(PORT), '127.0.0.1', () => {
  process.stdout.write(`listening on ${RESOURCE}\n`)
})
