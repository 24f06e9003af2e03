/** Serves the single-page application and its library. Any static web server works. */
import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'

const { ISSUER = 'http://localhost:3000', CLIENT_ID = 'example-spa', PORT = '8082' } = process.env
const file = (path) => fileURLToPath(new URL(path, import.meta.url))
const library = (path) => [file(`./node_modules/${path}`), file(`../../node_modules/${path}`)]

const files = new Map([
  ['/app.mjs', ['text/javascript', [file('./app.mjs')]]],
  ['/oidc-client-ts.js', ['text/javascript', library('oidc-client-ts/dist/esm/oidc-client-ts.js')]],
  ['/jwt-decode.js', ['text/javascript', library('jwt-decode/build/esm/index.js')]],
])

createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost')
  if (pathname === '/settings.json') {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    return response.end(JSON.stringify({ issuer: ISSUER, clientId: CLIENT_ID }))
  }
  // All other addresses belong to the application.
  const [type, places] = files.get(pathname) ?? ['text/html', [file('./index.html')]]
  response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8` })
  return createReadStream(places.find(existsSync)).pipe(response)
}).listen(Number(PORT), () => process.stdout.write(`listening on http://localhost:${PORT}\n`))
