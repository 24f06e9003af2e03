import type { Repositories } from '#lib/persistence/store.ts'

/** Functions of repositories to replace. */
type Replaced = { readonly [Name in keyof Repositories]?: Partial<Repositories[Name]> }

/** The repositories of a transaction with some functions replaced. They cannot be spread: see `lazyBinder`. */
export function withReplaced(repositories: Repositories, replaced: Replaced): Repositories {
  const changed = Object.entries(replaced).map(([name, functions]) => [
    name,
    derivedFrom(repositories[name as keyof Repositories], functions),
  ])
  return derivedFrom(repositories, Object.fromEntries(changed))
}

function derivedFrom<Base extends object>(base: Base, changes: Partial<Base>): Base {
  return Object.create(base, Object.getOwnPropertyDescriptors(changes))
}
