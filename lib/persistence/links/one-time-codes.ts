import { deletedRows, updatedRows } from '../database/results.ts'
import type { Queries, RowChange } from '../database/tables.ts'

/**
 * Removes pre-registrations, reset links, email verification codes and pending addresses issued before `issuedBefore`,
 * and two-factor enrolments that ended before `now`: at most `limit` of each.
 * @returns the largest number removed of one kind
 */
export async function removeExpired(
  queries: Queries,
  issuedBefore: Date,
  now: Date,
  limit: number,
): Promise<number> {
  const registrations = await removePreRegistrations(queries, issuedBefore, limit)
  const links = await clear(
    queries,
    'forgotPasswordCodeIssuedAt',
    issuedBefore,
    { forgotPasswordCodeHash: null, forgotPasswordCodeIssuedAt: null },
    limit,
  )
  const codes = await clear(
    queries,
    'emailVerificationCodeIssuedAt',
    issuedBefore,
    { emailVerificationCodeEncrypted: null, emailVerificationCodeIssuedAt: null },
    limit,
  )
  const addresses = await clear(
    queries,
    'pendingEmailCodeIssuedAt',
    issuedBefore,
    { pendingEmail: '', pendingEmailCodeEncrypted: null, pendingEmailCodeIssuedAt: null },
    limit,
  )
  const enrolments = await clear(
    queries,
    'otpEnrollmentExpiresAt',
    now,
    { otpEnrollmentSecretEncrypted: null, otpEnrollmentExpiresAt: null },
    limit,
  )
  return Math.max(registrations, links, codes, addresses, enrolments)
}

function removePreRegistrations(
  queries: Queries,
  issuedBefore: Date,
  limit: number,
): Promise<number> {
  const oldest = queries
    .selectFrom('preRegistrations')
    .select('id')
    .where('verificationCodeIssuedAt', '<', issuedBefore)
    .orderBy('verificationCodeIssuedAt')
    .limit(limit)
  return deletedRows(queries.deleteFrom('preRegistrations').where('id', 'in', oldest))
}

/**
 * Clears columns of at most `limit` users; returns the number of users.
 * @param column selects users whose value is before `moment`
 */
async function clear(
  queries: Queries,
  column:
    | 'forgotPasswordCodeIssuedAt'
    | 'emailVerificationCodeIssuedAt'
    | 'pendingEmailCodeIssuedAt'
    | 'otpEnrollmentExpiresAt',
  moment: Date,
  cleared: RowChange<'users'>,
  limit: number,
): Promise<number> {
  const old = await queries
    .selectFrom('users')
    .select('id')
    .where(column, '<', moment)
    .orderBy('id')
    .limit(limit)
    .execute()
  const [first, last] = [old.at(0)?.id, old.at(-1)?.id]
  if (first === undefined || last === undefined) return 0
  return updatedRows(
    queries
      .updateTable('users')
      .set(cleared)
      .where(column, '<', moment)
      .where('id', '>=', first)
      .where('id', '<=', last),
  )
}
