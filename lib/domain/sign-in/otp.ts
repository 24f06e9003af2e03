import { Secret, TOTP } from 'otpauth'

/** The defaults of authenticator applications (RFC 6238). */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Accepted distance from the current step, for differing clocks and slow typing. */
const toleratedSteps = 1

/** Returns a new TOTP secret: 20 random bytes in base32, which need no padding. */
export function newOtpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/**
 * Returns the time step of a code, or null when the code is not currently valid for the secret. A match is not enough:
 * the caller must spend the step (`spendStep`), so that no code is accepted twice.
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

/** The `otpauth:` URI that sets up an authenticator application. */
export function otpauthUri(appName: string, email: string, secret: string): string {
  return new TOTP({
    ...parameters,
    // A colon would end the issuer in the URI's label.
    issuer: appName.replaceAll(':', ' ').trim() || 'authserver',
    label: email,
    secret: Secret.fromBase32(secret),
  }).toString()
}

/** Pixels of a module. A whole number, shown at that size: a scaled picture has modules of different widths. */
const moduleSize = 4

/**
 * Renders the URI as a QR code: a PNG as a data URI, with the quiet zone that scanners need.
 * @param widthPixels width and height; default: what the modules need
 */
export async function otpQrCode(uri: string, widthPixels?: number): Promise<string> {
  // Rarely needed, so the library is loaded on first use.
  const { toDataURL } = await import('qrcode')
  return toDataURL(uri, {
    type: 'image/png',
    margin: 4,
    ...(widthPixels === undefined ? { scale: moduleSize } : { width: widthPixels }),
    errorCorrectionLevel: 'M',
  })
}

/** The place that a user's second factor is encrypted for. */
export function otpSecretPlace(userId: number) {
  return `users.otp_secret_encrypted/${userId}` as const
}
