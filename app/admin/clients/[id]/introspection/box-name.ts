/** A name that begins with a letter: react-hook-form reads numbers as places in a list. */
export function boxName(id: number): string {
  return `apis.a${id}`
}

/** The ids of the ticked boxes of a form. */
export function tickedIds(names: Iterable<string>): number[] {
  return [...names].flatMap((name) => {
    const [, id] = /^apis\.a(\d{1,15})$/.exec(name) ?? []
    return id ? [Number(id)] : []
  })
}
