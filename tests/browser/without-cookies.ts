import { once } from 'node:events'
import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from '@playwright/test'

/** A page of a browser that keeps no cookies. */
export interface WithoutCookies {
  readonly page: Page
  /** The visitor allows cookies. */
  allow(): void
  close(): Promise<void>
}

/** Opens it behind a proxy that takes the cookies out of every answer, because no setting of Playwright blocks them. */
export async function openWithoutCookies(
  browser: Browser,
  baseURL: string,
): Promise<WithoutCookies> {
  let isAllowed = false
  const proxy = createServer((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming
    const onward = ask(url, { method, headers }, (answer) => {
      const { 'set-cookie': cookies, ...rest } = answer.headers
      const kept = isAllowed && cookies ? { 'set-cookie': cookies } : {}
      outgoing.writeHead(answer.statusCode ?? 502, { ...rest, ...kept })
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  const context = await browser.newContext({
    baseURL,
    proxy: { server: `http://127.0.0.1:${port}` },
  })
  return {
    page: await context.newPage(),
    allow() {
      isAllowed = true
    },
    async close() {
      await context.close()
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
