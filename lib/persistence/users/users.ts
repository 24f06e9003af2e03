import { sql } from 'kysely'
import type { Db, Provider } from '../client.ts'
import { type JoinedTable, joinedTable } from '../database/joined.ts'
import { firstOrNull, updatedRows } from '../database/results.ts'
import { rowTime } from '../database/row-time.ts'
import type { Queries } from '../database/tables.ts'
import type { Prisma, User, UserAttribute } from '../generated/sqlite/client.ts'
import { removeTokensOf } from '../maintenance/removal.ts'
import { searchUsers, type UserSearch } from '../search/user-search.ts'
import { foldTexts, needsFolding } from '../search/user-text-folding.ts'

export type UserRecord = User

/** A user, and whether they have a picture, which claims contain. */
export type PicturedUser = UserRecord & { readonly hasPicture: boolean }

const user = joinedTable('users')

/** A user in a join with `user_profile_pictures`. */
export const picturedUser: JoinedTable<PicturedUser> = {
  columns: [...user.columns, sql.ref('userProfilePictures.userId').as('picturedUserId')],
  read(joined) {
    const found = user.read(joined)
    return found && { ...found, hasPicture: joined.picturedUserId !== null }
  },
}

/** Columns of a user that one operation writes. */
export type UserChange = Prisma.UserUncheckedUpdateManyInput

/** The columns that searches cover. */
const searched = ['email', 'username', 'givenName', 'middleName', 'familyName', 'subject'] as const

/**
 * User accounts. Only narrow statements write columns that decide about access. Applications receive `updatedAt` as the
 * time of the last change of the user's information (OpenID Connect Core 1.0 section 5.1). Sign-ins and actions of
 * strangers must not change it.
 */
export function users(queries: Queries) {
  const byId = (id: number) => queries.selectFrom('users').selectAll().where('id', '=', id)
  const findById = (id: number): Promise<UserRecord | null> => firstOrNull(byId(id))
  const lock = (id: number): Promise<UserRecord | null> => firstOrNull(byId(id).forUpdate())
  const update = (id: number) => queries.updateTable('users').where('id', '=', id)
  return {
    findById,

    /** @param email in lower case */
    findByEmail: (email: string): Promise<UserRecord | null> =>
      firstOrNull(queries.selectFrom('users').selectAll().where('email', '=', email)),

    /** Reads a user and locks the row until the transaction ends, against changes and new references. */
    lock,

    /**
     * Like `lock`, but permits new references to the user. A refresh, which locks its session and stores a token, does
     * not wait for a sign-in, which locks the user and may want that session.
     */
    hold: (id: number): Promise<UserRecord | null> => firstOrNull(byId(id).forNoKeyUpdate()),

    /**
     * Reads a user with the lock that a referring row needs: the row cannot be removed, and `lock` waits, but other
     * transactions may change it.
     */
    share: (id: number): Promise<UserRecord | null> => firstOrNull(byId(id).forKeyShare()),

    attributes: (userId: number): Promise<UserAttribute[]> =>
      queries
        .selectFrom('userAttributes')
        .selectAll()
        .where('userId', '=', userId)
        .orderBy('id')
        .execute(),

    /** Replaces a hash made with older parameters, unless the password changed meanwhile. */
    rehash: (id: number, oldHash: string, passwordHash: string): Promise<number> =>
      updatedRows(update(id).set({ passwordHash }).where('passwordHash', '=', oldHash)),

    /** Updates the time of the last change, for information that is not a column of the user. */
    touch: (id: number): Promise<number> => updatedRows(update(id).set({ updatedAt: rowTime() })),

    /**
     * Stores the code of a reset link in place of the previous one.
     * @param user as it was read
     * @returns the current user; null when it no longer exists, is disabled, has another address, or was sent another
     *   link meanwhile
     */
    keepResetCode: (
      { id, email, forgotPasswordCodeIssuedAt: former }: UserRecord,
      forgotPasswordCodeHash: string,
      forgotPasswordCodeIssuedAt: Date,
    ): Promise<UserRecord | null> =>
      firstOrNull(
        update(id)
          .set({ forgotPasswordCodeHash, forgotPasswordCodeIssuedAt })
          .where('email', '=', email)
          .where('enabled', '=', true)
          .where('forgotPasswordCodeIssuedAt', former ? '=' : 'is', former)
          .returningAll(),
      ),

    /**
     * Stores the code that verifies the user's address in place of the previous one.
     * @param user as it was read
     * @returns false when the user no longer exists, the address changed or is verified, or another code was sent
     *   meanwhile
     */
    async keepVerificationCode(
      { id, email, emailVerificationCodeIssuedAt: former }: UserRecord,
      emailVerificationCodeEncrypted: Uint8Array<ArrayBuffer>,
      emailVerificationCodeIssuedAt: Date,
    ): Promise<boolean> {
      const change = update(id)
        .set({ emailVerificationCodeEncrypted, emailVerificationCodeIssuedAt })
        .where('email', '=', email)
        .where('emailVerified', '=', false)
        .where('emailVerificationCodeIssuedAt', former ? '=' : 'is', former)
      return (await updatedRows(change)) === 1
    },

    /** Removes a code that did not reach the user; a later code stays. */
    withdrawVerificationCode: (id: number, sealed: Uint8Array<ArrayBuffer>): Promise<number> =>
      updatedRows(
        update(id)
          .set({ emailVerificationCodeEncrypted: null, emailVerificationCodeIssuedAt: null })
          .where('emailVerificationCodeEncrypted', '=', sealed),
      ),

    /** Spends a TOTP step: true when it is later than every step spent before. */
    async claimOtpStep(id: number, step: number): Promise<boolean> {
      const claim = update(id).set({ lastOtpStep: step }).where('lastOtpStep', '<', step)
      return (await updatedRows(claim)) === 1
    },

    /** Switches two-factor on with a proven secret: true when it was off. */
    async enableOtp(id: number, otpSecretEncrypted: Uint8Array<ArrayBuffer>): Promise<boolean> {
      const enabling = update(id)
        .set((eb) => ({
          otpEnabled: true,
          otpSecretEncrypted,
          otpEnrollmentSecretEncrypted: null,
          otpEnrollmentExpiresAt: null,
          otpEnrollmentGrantIdentifier: null,
          otpConfigGeneration: eb('otpConfigGeneration', '+', 1),
          updatedAt: rowTime(),
        }))
        .where('otpEnabled', '=', false)
      return (await updatedRows(enabling)) === 1
    },

    /**
     * Stores a secret to be proven. Refused when two-factor is on, or when the same grant has a pending secret that has
     * not expired. A secret of another grant is replaced.
     */
    async startOtpEnrollment(
      id: number,
      now: Date,
      pending: {
        readonly secretEncrypted: Uint8Array<ArrayBuffer>
        readonly expiresAt: Date
        readonly grantIdentifier: string
      },
    ): Promise<boolean> {
      const change = {
        otpEnrollmentSecretEncrypted: pending.secretEncrypted,
        otpEnrollmentExpiresAt: pending.expiresAt,
        otpEnrollmentGrantIdentifier: pending.grantIdentifier,
      }
      const start = update(id)
        .set(change)
        .where('otpEnabled', '=', false)
        .where((eb) =>
          eb.or([
            eb('otpEnrollmentExpiresAt', 'is', null),
            eb('otpEnrollmentExpiresAt', '<=', now),
            eb('otpEnrollmentGrantIdentifier', 'is', null),
            eb('otpEnrollmentGrantIdentifier', '<>', pending.grantIdentifier),
          ]),
        )
      return (await updatedRows(start)) === 1
    },
  }
}

/** The same with what administrative work asks by the Prisma client. */
export function adminUsers(db: Db, provider: Provider, queries: Queries) {
  const base = users(queries)
  const { lock } = base
  /** Folds the searched text when it is more than ASCII. */
  const foldedText = async (user: UserRecord): Promise<UserRecord> => {
    if (searched.some((column) => needsFolding(user[column]))) {
      await foldTexts(db, provider, 1, user.id)
    }
    return user
  }
  return {
    ...base,
    insert: async (user: Prisma.UserCreateInput) =>
      foldedText(await db.user.create({ data: user })),

    findByResetCodeHash: (forgotPasswordCodeHash: string) =>
      db.user.findUnique({ where: { forgotPasswordCodeHash } }),

    /** One page of the matching users, and their total number. */
    search: (search: UserSearch) => searchUsers(db, provider, search),

    /** The given users who belong to the group. */
    membersAmong: async (ids: readonly number[], groupId: number): Promise<ReadonlySet<number>> => {
      const where = { groupId, userId: { in: [...ids] } }
      const rows = await db.userGroup.findMany({ where, select: { userId: true } })
      return new Set(rows.map((row) => row.userId))
    },

    /** The given users who hold the permission directly, not through a group. */
    holdersAmong: async (
      ids: readonly number[],
      permissionId: number,
    ): Promise<ReadonlySet<number>> => {
      const where = { permissionId, userId: { in: [...ids] } }
      const rows = await db.userPermission.findMany({ where, select: { userId: true } })
      return new Set(rows.map((row) => row.userId))
    },

    /** True when another user has this username, in any case. */
    isUsernameTaken: async (usernameKey: string, exceptId: number): Promise<boolean> =>
      (await db.user.findFirst({
        where: { usernameKey, id: { not: exceptId } },
        select: { id: true },
      })) !== null,

    /**
     * Writes only the given columns.
     * @param condition what must still hold
     * @returns the current user; null when it no longer exists or the condition fails
     */
    async change(
      id: number,
      change: UserChange,
      condition: Prisma.UserWhereInput = {},
    ): Promise<UserRecord | null> {
      const { count } = await db.user.updateMany({ where: { ...condition, id }, data: change })
      const user = count === 1 ? await db.user.findUnique({ where: { id } }) : null
      return user && searched.some((column) => column in change) ? foldedText(user) : user
    },

    /** Removes a user with all dependents, in the order of `Store`; false when it no longer existed. */
    async remove(id: number): Promise<boolean> {
      await lock(id)
      await removeTokensOf(queries, 'user', id)
      return (await db.user.deleteMany({ where: { id } })).count === 1
    },

    grantPermission: (userId: number, permissionId: number) =>
      db.userPermission.create({ data: { userId, permissionId } }),

    /**
     * Increments the credential generation and invalidates a pending reset link.
     * @returns the new generation
     */
    async advanceAuthState(id: number): Promise<number> {
      const { authStateGeneration } = await db.user.update({
        where: { id },
        data: {
          authStateGeneration: { increment: 1 },
          forgotPasswordCodeHash: null,
          forgotPasswordCodeIssuedAt: null,
        },
        select: { authStateGeneration: true },
      })
      return authStateGeneration
    },

    /** Switches two-factor off and removes its secrets: null when it was off. */
    async disableOtp(id: number): Promise<UserRecord | null> {
      const { count } = await db.user.updateMany({
        where: { id, otpEnabled: true },
        data: {
          otpEnabled: false,
          otpSecretEncrypted: null,
          lastOtpStep: 0,
          otpEnrollmentSecretEncrypted: null,
          otpEnrollmentExpiresAt: null,
          otpEnrollmentGrantIdentifier: null,
          otpConfigGeneration: { increment: 1 },
        },
      })
      return count === 1 ? db.user.findUnique({ where: { id } }) : null
    },
  }
}
