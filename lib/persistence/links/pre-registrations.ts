import type { AdminSource } from '../database/sources.ts'
import type { Row } from '../database/tables.ts'

/** An address whose owner requested an account and received a link. */
export type PreRegistrationRecord = Row<'preRegistrations'>

/** Columns written when a link is issued. */
interface IssuedCode {
  readonly verificationCodeHash: string
  readonly verificationCodeIssuedAt: Date
  /** Of the message; absent when unknown. */
  readonly locale?: string
}

export function findById({ db }: AdminSource, id: number): Promise<PreRegistrationRecord | null> {
  return db.preRegistration.findUnique({ where: { id } })
}

export function findByEmail(
  { db }: AdminSource,
  email: string,
): Promise<PreRegistrationRecord | null> {
  return db.preRegistration.findUnique({ where: { email } })
}

export function findByCodeHash(
  { db }: AdminSource,
  verificationCodeHash: string,
): Promise<PreRegistrationRecord | null> {
  return db.preRegistration.findUnique({ where: { verificationCodeHash } })
}

export function insert(
  { db }: AdminSource,
  email: string,
  code: IssuedCode,
): Promise<PreRegistrationRecord> {
  return db.preRegistration.create({ data: { email, ...code } })
}

/** Gives a pre-registration a new link; false when another request has replaced it meanwhile. */
export async function replaceCode(
  { db }: AdminSource,
  found: PreRegistrationRecord,
  code: IssuedCode,
): Promise<boolean> {
  const { id, verificationCodeHash } = found
  const { count } = await db.preRegistration.updateMany({
    where: { id, verificationCodeHash },
    data: code,
  })
  return count === 1
}

/** Consumes the link: true for the one caller that removes the row with this code. */
export async function take(
  { db }: AdminSource,
  id: number,
  verificationCodeHash: string,
): Promise<boolean> {
  const { count } = await db.preRegistration.deleteMany({ where: { id, verificationCodeHash } })
  return count === 1
}
