/** Puts the initial focus on an element, usually the first field to fill. */
export function startingAt(here: boolean): { readonly autoFocus: boolean } {
  return { autoFocus: here }
}
