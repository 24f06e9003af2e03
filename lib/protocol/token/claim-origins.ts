import { attributesInOrder, type ClaimsSource, type ClaimsTarget, isIncluded } from '../claims.ts'

/** Where an attribute comes from; null for the user's own. */
type Origin = { readonly id: number; readonly groupIdentifier: string } | null

/** An attribute of a user, and whether tokens carry its value. */
export interface AttributeOrigin {
  readonly key: string
  readonly value: string
  readonly origin: Origin
  readonly inIdToken: boolean
  readonly inAccessToken: boolean
  /** The group whose attribute with the same key replaces the value in a token; null for none. */
  readonly overriddenBy: Origin
}

/** The attributes of a user with the groups that they come from, in the order in which later ones replace earlier ones. */
export function attributeOrigins(source: ClaimsSource): AttributeOrigin[] {
  const all = attributesInOrder(source)
  const winners = {
    idToken: lastByKey(all, 'idToken'),
    accessToken: lastByKey(all, 'accessToken'),
  }
  return all.map((one) => {
    const { key, value } = one.attribute
    const inIdToken = winners.idToken.get(key) === one
    const inAccessToken = winners.accessToken.get(key) === one
    const replacing = (['idToken', 'accessToken'] as const)
      .filter((target) => isIncluded(one.attribute, target))
      .map((target) => winners[target].get(key))
      .find((winner) => winner !== one)
    return {
      key,
      value,
      origin: originOf(one.group),
      inIdToken,
      inAccessToken,
      overriddenBy: originOf(replacing?.group ?? null),
    }
  })
}

type Sourced = ReturnType<typeof attributesInOrder>[number]

function lastByKey(all: readonly Sourced[], target: ClaimsTarget): ReadonlyMap<string, Sourced> {
  const marked = all.filter(({ attribute }) => isIncluded(attribute, target))
  return new Map(marked.map((one) => [one.attribute.key, one]))
}

function originOf(group: Sourced['group']): Origin {
  return group && { id: group.id, groupIdentifier: group.groupIdentifier }
}
