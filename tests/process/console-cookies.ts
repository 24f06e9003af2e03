import type { RemoteServer } from '#tests/support/remote.ts'

/**
 * Signs a user without a second factor in to the console of a started server.
 * @param path of a page of the console, for whose area they sign in
 * @returns the value of a `Cookie` header
 * @throws when the sign-in cannot continue
 */
export async function consoleCookies(
  server: RemoteServer,
  person: { readonly email: string; readonly password: string },
  path: string,
): Promise<string> {
  const jar = new Map<string, string>()
  const asHeader = () => [...jar].map((cookie) => cookie.join('=')).join('; ')
  const keep = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    return response
  }
  let to: string | null = path
  let last = ''
  while (to !== null) {
    last = to
    const response = keep(await server.fetch(to, { headers: { cookie: asHeader() } }))
    to = response.headers.get('location')
  }
  const ceremonyId = new URL(last, 'http://server').searchParams.get('ceremony') ?? ''
  const send = async (address: string, fields: Record<string, string>) => {
    const headers = { cookie: asHeader(), 'sec-fetch-site': 'same-origin' }
    return keep(await server.post(address, fields, { headers }))
  }
  let answer = await send('/auth/pwd', { ceremonyId, ...person })
  for (to = answer.headers.get('location'); to !== null; to = answer.headers.get('location')) {
    answer = keep(await server.fetch(to, { headers: { cookie: asHeader() } }))
  }
  const html = await answer.text()
  const action = /<form method="post" action="([^"]*)">/.exec(html)?.[1]
  if (!action) throw new Error(`The sign-in of ${person.email} ended with ${answer.status}.`)
  const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)
  const fields = [...inputs].map(([, name = '', value = '']) => [name, decoded(value)])
  const end = await send(decoded(action), Object.fromEntries(fields))
  if (end.status !== 303) throw new Error(`The console answered ${end.status}.`)
  return asHeader()
}

function decoded(html: string): string {
  return html.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
}
