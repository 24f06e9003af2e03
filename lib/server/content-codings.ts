import { acceptedEncodings } from '#lib/base/network/accept-header.ts'

/** Content codings (RFC 9110 section 8.4.1), best first, with the file extension of each. */
export const codings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const

export type Coding = (typeof codings)[number]

/**
 * The best coding that the client accepts, regardless of its weights.
 * @param acceptEncoding the header as sent (RFC 9110 section 12.5.3); empty when absent
 * @param offered codings of the available copies
 * @returns undefined when the client accepts none of them
 */
export function chooseCoding(
  acceptEncoding: string,
  offered: readonly Coding[] = codings,
): Coding | undefined {
  const accepted = acceptedEncodings(acceptEncoding.toLowerCase())
  return offered.find(({ name }) => accepted.includes(name))
}
