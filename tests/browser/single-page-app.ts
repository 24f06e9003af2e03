import { readFileSync } from 'node:fs'
import { aPublicClient } from '#tests/support/people.ts'
import { test as base } from './fixtures.ts'
import { type RelyingParty, startRelyingParty } from './relying-party.ts'

export interface SinglePageApp {
  readonly origin: string
  readonly clientId: string
}

interface Fixtures {
  /**
   * Starts an application that answers every address with one page.
   * @param library path of a client library below `node_modules`, or the text of a script; served at `/library.js`
   * @param scripts the page's only content
   * @returns its origin; `/callback` and `/goodbye` are registered for sign-in and sign-out
   */
  readonly startSinglePageApp: (
    library: string | { readonly script: string },
    scripts: (app: SinglePageApp) => string,
  ) => Promise<string>
}

/** Browser tests that drive a client library inside a page. */
export const test = base.extend<Fixtures>({
  startSinglePageApp: async ({ store }, use) => {
    const started: RelyingParty[] = []
    await use(async (library, scripts) => {
      const script =
        typeof library === 'string'
          ? readFileSync(new URL(`../../node_modules/${library}`, import.meta.url))
          : library.script
      const app = { clientId: '', origin: '' }
      const server = await startRelyingParty((request, response) => {
        const isLibrary = request.url === '/library.js'
        response.writeHead(200, { 'Content-Type': isLibrary ? 'text/javascript' : 'text/html' })
        response.end(
          isLibrary ? script : `<!doctype html><title>Application</title>${scripts(app)}`,
        )
      })
      started.push(server)
      const { origin } = server
      const redirectUris = [`${origin}/callback`, `${origin}/goodbye`]
      const client = await aPublicClient(store, { redirectUris, webOrigins: [origin] })
      Object.assign(app, { origin, clientId: client.clientIdentifier })
      return origin
    })
    for (const server of started) await server.close()
  },
})
