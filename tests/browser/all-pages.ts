import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const app = fileURLToPath(new URL('../../app/', import.meta.url))

/** Addresses of all account and administration pages, from the folder names. */
export function consoleRoutes(): string[] {
  return (
    globSync('{account,admin}/**/page.tsx', { cwd: app })
      .map((file) => `/${file.replace(/\/page\.tsx$/, '')}`)
      // These only redirect or report a missing page.
      .filter((route) => !/^\/(account|admin)$|\/\[id\]$|\/\[\.{3}/.test(route))
      .toSorted()
  )
}

/** Every page: sign-in pages by name, console pages by address. */
export function allPages(): string[] {
  const views = globSync('views/*/page.tsx', { cwd: app })
    .map((file) => file.split('/')[1] ?? '')
    // It uses the main element of an error page.
    .filter((view) => view !== 'redirect-withheld')
  return ['/', ...views.toSorted(), ...consoleRoutes()]
}
