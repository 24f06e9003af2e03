import * as contract from '#lib/api/contract/account/otp.ts'
import { operation } from '#lib/api/operation.ts'
import { userToWire } from '#lib/api/wire/users.ts'
import { transaction } from '#lib/context.ts'
import { requireUser } from '#lib/domain/caller.ts'
import { otpauthUri, otpQrCode } from '#lib/domain/otp.ts'
import {
  checkFirstCode,
  disableOwnOtp,
  enableOwnOtp,
  pendingSecret,
  refuseReplay,
} from '#lib/domain/otp-enrollment.ts'
import { confirmPassword } from '#lib/domain/password-confirmation.ts'
import { refuse } from '#lib/kernel/errors.ts'

const qrCodePixels = 180

/** Shows a secret to prove; the same one again while it is pending. */
export const startOtpEnrollment = operation(
  contract.startOtpEnrollment,
  async (ctx, { caller }) => {
    const { user } = requireUser(caller)
    const secretKey = await pendingSecret(ctx, user)
    const otpauthUrl = otpauthUri(ctx.settings.appName, user.email, secretKey)
    const [, base64Image = ''] = (await otpQrCode(otpauthUrl, qrCodePixels)).split(',', 2)
    return { base64Image, secretKey, otpauthUrl }
  },
)

/** Switches two-factor authentication on with the first code of the pending secret, or off. */
export const setOwnOtp = operation(contract.setOwnOtp, async (ctx, input) => {
  const { user } = requireUser(input.caller)
  const body = input.body()
  if ('secretKey' in body) throw refuse('SECRET_KEY_NOT_ACCEPTED')
  if (body.password === '') throw refuse('AUTHENTICATION_FAILED')
  await confirmPassword(ctx, user, body.password)
  if (!body.enabled) {
    if (!user.otpEnabled) throw refuse('OTP_NOT_ENABLED')
    return { user: userToWire(await transaction(ctx, (tx) => disableOwnOtp(tx, user))) }
  }
  const proven = checkFirstCode(ctx, user, body.otpCode)
  const enabled = await transaction(ctx, (tx) => enableOwnOtp(tx, user, proven)).catch((error) =>
    refuseReplay(ctx, user, error),
  )
  return { user: userToWire(enabled) }
})
