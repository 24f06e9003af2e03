import type { APIRequestContext } from '@playwright/test'

/**
 * Signs a user without a second factor in to the console by requests with the browser's cookies. Most tests
 * only need a signed-in user, and rendering the sign-in pages takes long.
 * @param request of the browser's context
 * @param path of a page of the console, for whose area they sign in
 * @throws when the sign-in cannot continue
 */
export async function signInUnseen(
  request: APIRequestContext,
  person: { readonly email: string; readonly password: string },
  path: string,
): Promise<void> {
  const begun = await request.get(path)
  const ceremonyId = new URL(begun.url()).searchParams.get('ceremony') ?? ''
  const { email, password } = person
  const answer = await request.post('/auth/pwd', { form: { ceremonyId, email, password } })
  const { action, fields } = formIn(await answer.text())
  if (!action) throw new Error(`The sign-in of ${email} ended at ${answer.url()}.`)
  const end = await request.post(action, { form: fields, maxRedirects: 0 })
  if (end.status() !== 303) throw new Error(`The console answered ${end.status()} to ${email}.`)
}

/** The self-posting form of an answer. */
function formIn(html: string): { action: string | undefined; fields: Record<string, string> } {
  const action = /<form method="post" action="([^"]*)">/.exec(html)?.[1]
  const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)
  const fields = [...inputs].map(([, name = '', value = '']) => [name, decode(value)])
  return { action: action && decode(action), fields: Object.fromEntries(fields) }
}

function decode(html: string): string {
  return html.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
}
