import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const app = fileURLToPath(new URL('../../app/', import.meta.url))

/** The addresses of all pages of the account and of the administration, as the folders name them. */
export function consoleRoutes(): string[] {
  return (
    globSync('{account,admin}/**/page.tsx', { cwd: app })
      .map((file) => `/${file.replace(/\/page\.tsx$/, '')}`)
      // These only lead on, or say that there is nothing.
      .filter((route) => !/^\/(account|admin)$|\/\[id\]$|\/\[\.{3}/.test(route))
      .toSorted()
  )
}

/** Every page: those of a sign-in by their name, those of the console by their address. */
export function allPages(): string[] {
  const views = globSync('views/*/page.tsx', { cwd: app })
    .map((file) => file.split('/')[1] ?? '')
    // It has the main element of an error.
    .filter((view) => view !== 'redirect-withheld')
  return ['/', ...views.toSorted(), ...consoleRoutes()]
}
