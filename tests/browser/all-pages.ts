import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const app = fileURLToPath(new URL('../../app/', import.meta.url))

/** Addresses of all account and administration pages, from the folder names. */
export function consoleRoutes(): string[] {
  return (
    globSync('{account,admin}/**/page.tsx', { cwd: app })
      .filter((file) => shows(readFileSync(app + file, 'utf8')))
      .map((file) => `/${file.replace(/\/page\.tsx$/, '')}`)
      // It is the overview, which has an address of its own.
      .filter((route) => route !== '/account')
      .toSorted()
  )
}

/** Whether a page shows something: the others only redirect or report a missing page. */
function shows(source: string): boolean {
  return /^\s*return\b/m.test(source)
}

/** Parts of the console, each of which one test visits: expressions for addresses. Together they are all pages. */
export const consoleParts = [
  '/account/',
  '/admin/clients',
  '/admin/groups',
  '/admin/resources',
  '/admin/users',
  '/admin/administrators',
  '/admin/sessions',
  '/admin/identity-providers',
  /^\/admin\/(activity|refusals|search|not-allowed)/,
  /^\/admin\/(settings\/|dashboard)/,
] as const

/** Every page: sign-in pages by name, console pages by address. */
export function allPages(): string[] {
  const views = globSync('views/*/page.tsx', { cwd: app })
    .map((file) => file.split('/')[1] ?? '')
    // It uses the main element of an error page.
    .filter((view) => view !== 'redirect-withheld')
  return ['/', ...views.toSorted(), ...consoleRoutes()]
}
