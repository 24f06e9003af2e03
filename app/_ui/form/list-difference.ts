/** The changes of one side of a concurrent save to a list. */
export interface ListChange {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

export interface ListDifference {
  readonly mine: ListChange
  readonly theirs: ListChange
}

/** A list as the page read it, as the form has it, and as it is stored now. */
export interface ListVersions {
  readonly read: readonly string[]
  readonly mine: readonly string[]
  readonly now: readonly string[]
}

/**
 * The changes of each side of a concurrent save to a list. A change that both made is no difference, so every listed
 * entry is in the form or stored now.
 */
export function listDifference({ read, mine, now }: ListVersions): ListDifference {
  return {
    mine: {
      added: without(mine, read, now),
      removed: without(now, mine).filter((entry) => read.includes(entry)),
    },
    theirs: {
      added: without(now, read, mine),
      removed: without(mine, now).filter((entry) => read.includes(entry)),
    },
  }
}

function without(list: readonly string[], ...others: readonly (readonly string[])[]): string[] {
  return list.filter((entry) => others.every((other) => !other.includes(entry)))
}
