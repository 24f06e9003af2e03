import { refuse } from '#lib/answers/refusal.ts'
import * as contract from '#lib/api/contract/account/otp.ts'
import type { BodyOf } from '#lib/api/contract/define.ts'
import { operation } from '#lib/api/operation.ts'
import { firstCodesToWire } from '#lib/api/wire/recovery-codes.ts'
import { userToWire } from '#lib/api/wire/users.ts'
import { adminTransaction, type Context } from '#lib/context.ts'
import { confirmPassword } from '#lib/domain/passwords/password-confirmation.ts'
import { requireUser, type UserCaller } from '#lib/domain/permissions/caller.ts'
import { confirmChange, offersConfirmation } from '#lib/domain/sign-in/change-confirmation.ts'
import { otpauthUri, otpQrCode } from '#lib/domain/sign-in/otp.ts'
import {
  checkFirstCode,
  disableOwnOtp,
  enableOwnOtp,
  pendingSecret,
  replaceOwnOtp,
} from '#lib/domain/sign-in/otp-enrollment.ts'
import { refuseReplay } from '#lib/domain/sign-in/otp-replay.ts'
import { codesWithFactor, storeFirstCodes } from '#lib/domain/sign-in/recovery-codes.ts'
import type { UserRecord } from '#lib/persistence/store.ts'

const qrCodePixels = 180

/** Shows a secret to enroll. While it is pending, tokens of the same grant get the same secret. */
export const startOtpEnrollment = operation(
  contract.startOtpEnrollment,
  async (ctx, { caller }) => {
    const asker = requireUser(caller)
    return shown(ctx, asker, await pendingSecret(ctx, asker, 'enrollment'))
  },
)

/** Shows the secret of the app that is to replace the present one, in the same way. */
export const startOtpReplacement = operation(
  contract.startOtpReplacement,
  async (ctx, { caller }) => {
    const asker = requireUser(caller)
    return shown(ctx, asker, await pendingSecret(ctx, asker, 'replacement'))
  },
)

async function shown(ctx: Context, { user }: UserCaller, secretKey: string) {
  const otpauthUrl = otpauthUri(ctx.settings.appName, user.email, secretKey)
  const [, base64Image = ''] = (await otpQrCode(otpauthUrl, qrCodePixels)).split(',', 2)
  return { base64Image, secretKey, otpauthUrl }
}

/** Enables two-factor authentication with the first code of the pending secret, or disables it. */
export const setOwnOtp = operation(contract.setOwnOtp, async (ctx, input) => {
  const caller = requireUser(input.caller)
  const body = input.body()
  if ('secretKey' in body) throw refuse('SECRET_KEY_NOT_ACCEPTED')
  if (!offersConfirmation(ctx, caller.user, body)) throw refuse('AUTHENTICATION_FAILED')
  if (body.enabled) return switchOn(ctx, caller, body)
  return { user: userToWire(await switchOff(ctx, caller, body)) }
})

/** Replaces the authenticator app with the first code of the pending secret. The present app counts until then. */
export const replaceOtp = operation(contract.replaceOtp, async (ctx, input) => {
  const caller = requireUser(input.caller)
  const { user, session } = caller
  const body = input.body()
  if (!offersConfirmation(ctx, user, body)) throw refuse('AUTHENTICATION_FAILED')
  const prove = () => checkFirstCode(ctx, caller, body.newOtpCode, 'replacement')
  // A confirmation may work once: no wrong first code spends it.
  if (body.password === '') prove()
  const confirmed = await confirmChange(ctx, caller, body)
  const proven = prove()
  const changed = await adminTransaction(ctx, (tx) =>
    replaceOwnOtp(tx, confirmed, proven, session),
  ).catch((error) => refuseReplay(ctx, user, error))
  return { user: userToWire(changed) }
})

type Sent = Pick<BodyOf<typeof contract.setOwnOtp>, 'password' | 'otpCode' | 'confirmation'>

/** The first factor brings recovery codes. */
async function switchOn(ctx: Context, caller: UserCaller, sent: Sent) {
  const { user, session } = caller
  const prove = () => checkFirstCode(ctx, caller, sent.otpCode, 'enrollment')
  if (sent.password === '' && !user.otpEnabled) prove()
  // While it is on, the password is checked only for the order of the refusals.
  if (user.otpEnabled) await confirmPassword(ctx, user, sent.password)
  else await confirmChange(ctx, caller, sent)
  const proven = prove()
  const codes = await codesWithFactor(ctx, user)
  return adminTransaction(ctx, async (tx) => {
    const changed = await enableOwnOtp(tx, user, proven, session)
    const shown = await storeFirstCodes(tx, changed, codes, session)
    return { user: userToWire(changed), ...firstCodesToWire(shown) }
  }).catch((error) => refuseReplay(ctx, user, error))
}

async function switchOff(ctx: Context, caller: UserCaller, sent: Sent): Promise<UserRecord> {
  const confirmed = await confirmChange(ctx, caller, sent)
  if (!caller.user.otpEnabled) throw refuse('OTP_NOT_ENABLED')
  return adminTransaction(ctx, (tx) => disableOwnOtp(tx, confirmed, caller.session)).catch(
    (error) => refuseReplay(ctx, caller.user, error),
  )
}
