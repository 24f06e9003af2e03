import { Secret, TOTP } from 'otpauth'

/** What authenticator applications expect where nothing is said (RFC 6238). */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** How many steps a code may lie beside the current one: clocks differ, typing takes time. */
const toleratedSteps = 1

/** A new TOTP secret: 20 random bytes in base32, which needs no padding. */
export function newOtpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/**
 * The time step whose code was typed, or null when it is no current code of the secret.
 * A match alone does not make the code good: the step must be spent (`spendStep`), so that
 * no code is accepted twice.
 * @param secret base32
 * @param code as typed; anything but six digits matches nothing
 */
export function matchStep(secret: string, code: string, now: Date): number | null {
  if (!/^[0-9]{6}$/.test(code)) return null
  const totp = new TOTP({ ...parameters, secret: Secret.fromBase32(secret) })
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: toleratedSteps })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

/** The `otpauth:` address that hands a secret to an authenticator application. */
export function otpauthUri(appName: string, email: string, secret: string): string {
  return new TOTP({
    ...parameters,
    // A colon ends the issuer in the address's label.
    issuer: appName.replaceAll(':', ' ').trim() || 'authserver',
    label: email,
    secret: Secret.fromBase32(secret),
  }).toString()
}

/**
 * The picture to scan in place of typing the secret: a PNG as a data URI.
 * @param widthPixels of the square
 */
export async function otpQrCode(uri: string, widthPixels = 240): Promise<string> {
  // Few ask for a picture: the library is loaded with the first.
  const { toDataURL } = await import('qrcode')
  return toDataURL(uri, {
    type: 'image/png',
    margin: 2,
    width: widthPixels,
    errorCorrectionLevel: 'M',
  })
}

/** Where a user's second factor is sealed. */
export function otpSecretPlace(userId: number) {
  return `users.otp_secret_encrypted/${userId}` as const
}
