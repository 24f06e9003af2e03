import { expect, type Page, type Response } from '@playwright/test'
import { authorizePath } from '#tests/support/oauth.ts'
import type { TestClient } from '#tests/support/people.ts'
import type { RelyingParty } from './relying-party.ts'

/** Short names for the ACR values. */
export const acr = {
  level1: 'urn:authserver:level1',
  optional: 'urn:authserver:level2_optional',
  mandatory: 'urn:authserver:level2_mandatory',
} as const

/**
 * Sends the browser to the authorization endpoint, as an application does.
 * @param request parameters to add, replace or (undefined) leave out
 * @returns the response after all redirects
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

/** Waits until the browser is back at the application, and returns the query parameters of the response. */
export async function answerAt(
  page: Page,
  application: RelyingParty,
): Promise<Record<string, string>> {
  await page.waitForURL((url) => url.origin === application.origin)
  return Object.fromEntries(new URL(page.url()).searchParams)
}

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

/** The page explains why the visitor cannot continue, and must not be cached or indexed. */
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

/** The form's message, which its field references. */
export async function expectFormError(page: Page, text: string, field?: string): Promise<void> {
  await expect(page.locator('#form-error')).toHaveText(text)
  await expect(page.locator('#form-error')).toHaveAttribute('role', 'alert')
  if (field === undefined) return
  await expect(page.locator(`#${field}`)).toBeFocused()
  await expect(page.locator(`#${field}`)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator(`#${field}`)).toHaveAttribute('aria-describedby', /^form-error\b/)
}

/** The id of the interaction whose page the browser shows. */
export function interactionOf(page: Page): string {
  return new URL(page.url()).searchParams.get('ceremony') ?? ''
}

/** Counts the forms that the browser posts to a path. */
export function countPosts(page: Page, path: string): { readonly count: number } {
  const posts = { count: 0 }
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === path) posts.count += 1
  })
  return posts
}
