import { acceptedNames } from '#lib/kernel/accept-header.ts'

/** What is sent compressed (RFC 9110 section 8.4.1), the better first, with what the name of such a file ends with. */
export const codings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const

export type Coding = (typeof codings)[number]

/**
 * The best coding that somebody takes, whatever its weight is beside others'.
 * @param acceptEncoding the header as sent (RFC 9110 section 12.5.3); empty when there is none
 * @param offered those that there are copies in
 * @returns undefined when it is none of them
 */
export function chooseCoding(
  acceptEncoding: string,
  offered: readonly Coding[] = codings,
): Coding | undefined {
  const accepted = acceptedNames(acceptEncoding.toLowerCase())
  return offered.find(({ name }) => accepted.includes(name))
}
