import type { PageState } from './page-states.ts'

/** Pages of the documentation, which are in English whatever the visitor's language. */
export const documentStates: readonly PageState[] = [
  ['the documentation', '/docs'],
  ['a document with code', '/docs/integrate/web-application'],
  ['a document with tables', '/docs/reference/token-endpoint'],
  ['an unknown address of the documentation', '/docs/no-such-page'],
].map(([name = '', path = '']) => ({
  name,
  id: 'page-document',
  go: ({ page }) => page.goto(path),
}))
