import { expect, type Page, type Response } from '@playwright/test'
import { authorizePath } from '#tests/support/oauth.ts'
import type { TestClient } from '#tests/support/people.ts'
import type { RelyingParty } from './relying-party.ts'

/** Addresses of the ACR values, shortest name first. */
export const acr = {
  level1: 'urn:authserver:level1',
  optional: 'urn:authserver:level2_optional',
  mandatory: 'urn:authserver:level2_mandatory',
} as const

/**
 * Sends the browser to the authorization endpoint, as an application does.
 * @param request parameters to add, replace or (undefined) leave out
 * @returns the answer at the end of all redirects
 */
export async function begin(
  page: Page,
  client: Pick<TestClient, 'clientIdentifier' | 'redirectUri'>,
  request: Readonly<Record<string, string | undefined>> = {},
): Promise<Response> {
  const response = await page.goto(authorizePath(client, request))
  if (!response) throw new Error('The browser got no answer.')
  return response
}

/** Waits until the browser is back at the application, and reads what it was told in the query. */
export async function answerAt(
  page: Page,
  application: RelyingParty,
): Promise<Record<string, string>> {
  await page.waitForURL((url) => url.origin === application.origin)
  return Object.fromEntries(new URL(page.url()).searchParams)
}

/** Does what sends a form, and waits for the page that comes of it. */
export async function answerTo(page: Page, send: () => Promise<void>): Promise<Response> {
  const answered = page.waitForResponse(
    (response) =>
      response.request().isNavigationRequest() &&
      response.frame() === page.mainFrame() &&
      (response.status() < 300 || response.status() >= 400),
  )
  const [response] = await Promise.all([answered, send()])
  return response
}

/** The page says why the visitor cannot go on, and that this is no page to keep or to index. */
export async function expectErrorPage(
  page: Page,
  response: Response,
  expected: { readonly status: number; readonly title: string },
): Promise<void> {
  expect(response.status()).toBe(expected.status)
  expect(response.headers()['cache-control']).toBe('no-store')
  await expect(page.locator('#page-auth-error')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(expected.title)
}

/** The message of the form, which the field it is about names. */
export async function expectFormError(page: Page, text: string, field?: string): Promise<void> {
  await expect(page.locator('#form-error')).toHaveText(text)
  await expect(page.locator('#form-error')).toHaveAttribute('role', 'alert')
  if (field === undefined) return
  await expect(page.locator(`#${field}`)).toBeFocused()
  await expect(page.locator(`#${field}`)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator(`#${field}`)).toHaveAttribute('aria-describedby', /^form-error\b/)
}

/** The id of the sign-in whose page the browser shows. */
export function interactionOf(page: Page): string {
  return new URL(page.url()).searchParams.get('ceremony') ?? ''
}

/** Counts the forms that the browser sends to a path. */
export function countPosts(page: Page, path: string): { readonly count: number } {
  const posts = { count: 0 }
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === path) posts.count += 1
  })
  return posts
}
