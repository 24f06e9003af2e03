/** For what a page begins with, the first field to fill mostly: it has the focus from the start. */
export function startingAt(here: boolean): { readonly autoFocus: boolean } {
  return { autoFocus: here }
}
