/** For the first field to fill on a page that is its form: it has the focus from the start. */
export function startingAt(here: boolean): { readonly autoFocus: boolean } {
  return { autoFocus: here }
}
