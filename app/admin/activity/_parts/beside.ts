/** Addresses of the entries above and below the open one; absent at the ends of the page. */
export interface Beside {
  readonly newer?: string
  readonly older?: string
}

/** @param events of the page, the newest first */
export function besideOf(
  id: number,
  events: readonly { readonly id: number }[],
  addressOf: (id: number) => string,
): Beside {
  const place = events.findIndex((one) => one.id === id)
  if (place < 0) return {}
  const [newer, older] = [events[place - 1], events[place + 1]]
  return {
    ...(newer && { newer: addressOf(newer.id) }),
    ...(older && { older: addressOf(older.id) }),
  }
}
