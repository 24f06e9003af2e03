/** The faults of a document: a closed list, which is logged and stored. */
export const documentFaults = [
  'media_type',
  'not_json',
  'member_repeated',
  'client_id',
  'client_name',
  'redirect_uris',
  'auth_method',
  'secret',
  'grant_types',
  'response_types',
] as const
export type DocumentFault = (typeof documentFaults)[number]

/** The document cannot be used. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError'
  readonly fault: DocumentFault

  constructor(fault: DocumentFault) {
    super(fault)
    this.fault = fault
  }
}
