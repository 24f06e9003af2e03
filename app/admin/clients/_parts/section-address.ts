/** A client's pages by the last part of their addresses. */
export type ClientSection =
  | 'settings'
  | 'registration'
  | 'authentication'
  | 'oauth2-flows'
  | 'redirect-uris'
  | 'web-origins'
  | 'permissions'
  | 'restrictions'
  | 'introspection'
  | 'tokens'
  | 'sign-out'
  | 'logo'
  | 'user-sessions'
  | 'connect'
  | 'history'
  | 'delete'

export function sectionAddress(id: number, section: ClientSection): string {
  return `/admin/clients/${id}/${section}`
}

type Underscored<Name extends string> = Name extends `${infer Start}-${infer Rest}`
  ? `${Start}_${Underscored<Rest>}`
  : Name

/** The key of a page's name. */
export function sectionLabel(section: ClientSection) {
  return `clients.sections.${section.replaceAll('-', '_') as Underscored<ClientSection>}` as const
}
