import { randomBytes } from 'node:crypto'
import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { refuse } from '#lib/answers/refusal.ts'
import { splitWords } from '#lib/base/text/text.ts'
import type { Context, Tx } from '#lib/context.ts'
import { audit } from '#lib/domain/audit/audit.ts'
import { type Place, sendNotice } from '#lib/domain/mail/notices.ts'
import { relyingPartyId } from '#lib/domain/sign-in/sign-in-features.ts'
import { fullName } from '#lib/domain/users/full-name.ts'
import { isUniqueViolation } from '#lib/persistence/errors.ts'
import type { NewPasskey, PasskeyRecord, UserRecord } from '#lib/persistence/store.ts'
import { judgeChallenge, makeChallenge, timeoutMs } from './challenge.ts'
import { clientDataOf, readRegistration } from './credential.ts'
import { firstName } from './names.ts'
import { passkeyOrigins } from './origins.ts'

const maxPasskeys = 20

/**
 * EdDSA, ES256, RS256. The list is explicit because the library's own begins with an algorithm that Node marks
 * experimental.
 */
const algorithms = [-8, -7, -257]

const knownTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']
const maxTransports = 8
const maxCredentialIdBytes = 1_023

/** The options with which a browser makes a passkey of a user. Gives the user a handle at the first call. */
export async function registrationOptions(
  ctx: Context,
  user: UserRecord,
  binding: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const [passkeys, userID] = await Promise.all([
    ctx.store.passkeys.findOfUser(user.id),
    userHandleOf(ctx, user),
  ])
  return generateRegistrationOptions({
    rpName: ctx.settings.appName,
    rpID: relyingPartyId(ctx),
    userID,
    userName: user.email,
    userDisplayName: fullName(user) || user.email,
    challenge: makeChallenge(ctx, 'registration', binding),
    timeout: timeoutMs,
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ credentialId, transports }) => ({
      id: credentialId,
      ...(transports === '' ? {} : { transports: splitWords(transports) }),
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
}

async function userHandleOf(ctx: Context, user: UserRecord): Promise<Uint8Array<ArrayBuffer>> {
  if (user.passkeyUserHandle) return new Uint8Array(user.passkeyUserHandle)
  await ctx.store.passkeys.keepUserHandle(user.id, new Uint8Array(randomBytes(32)))
  const now = await ctx.store.users.findById(user.id)
  if (!now?.passkeyUserHandle) throw refuse('NOT_FOUND')
  return new Uint8Array(now.passkeyUserHandle)
}

/**
 * Verifies a new passkey (WebAuthn Level 3 section 7.1). Attestation is not evaluated. Nothing is written.
 * @param sent JSON of the credential, or its value
 * @param name chosen by the person, checked; absent: found by the program
 * @throws Refusal validator.passkey.not_verified, .expired, .user_not_verified, .not_discoverable
 */
export async function verifyRegistration(
  ctx: Context,
  user: UserRecord,
  sent: unknown,
  { binding, name, userAgent }: { binding: string; name?: string | undefined; userAgent: string },
): Promise<NewPasskey> {
  const response = readRegistration(sent)
  if (!response) throw refuse('validator.passkey.not_verified')
  const { challenge, isFramed } = clientDataOf(response.response.clientDataJSON)
  const judged = judgeChallenge(ctx, 'registration', binding, challenge)
  if (judged === 'expired') throw refuse('validator.passkey.expired')
  const info = judged === 'good' && !isFramed ? await verifiedInfo(ctx, response, challenge) : null
  if (!info) throw refuse('validator.passkey.not_verified')
  if (!info.userVerified) throw refuse('validator.passkey.user_not_verified')
  const { credProps } = response.clientExtensionResults
  if (credProps?.rk === false) throw refuse('validator.passkey.not_discoverable')
  const { credential, aaguid } = info
  if (Buffer.from(credential.id, 'base64url').length > maxCredentialIdBytes) {
    throw refuse('validator.passkey.not_verified')
  }
  return {
    createdAt: ctx.now,
    userId: user.id,
    credentialId: credential.id,
    publicKey: new Uint8Array(credential.publicKey),
    algorithm: algorithmOf(response),
    relyingPartyId: relyingPartyId(ctx),
    transports: transportsOf(response),
    aaguid,
    name: name ?? firstName(aaguid, userAgent),
    signCount: credential.counter,
    backupEligible: info.credentialDeviceType === 'multiDevice',
    backedUp: info.credentialBackedUp,
  }
}

async function verifiedInfo(
  ctx: Context,
  response: RegistrationResponseJSON,
  expectedChallenge: string,
) {
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: passkeyOrigins(ctx.config),
      expectedRPID: relyingPartyId(ctx),
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    })
    return registrationInfo ?? null
  } catch {
    // The library throws for every part that does not fit. Its messages quote the input.
    return null
  }
}

function algorithmOf({ response }: RegistrationResponseJSON): number {
  const { publicKeyAlgorithm } = response
  return algorithms.find((algorithm) => algorithm === publicKeyAlgorithm) ?? 0
}

/** The transports as reported: password managers step aside for a list that the server completed. */
function transportsOf({ response }: RegistrationResponseJSON): string {
  const { transports } = response
  if (!Array.isArray(transports)) return ''
  const known = transports.filter((word) => knownTransports.includes(word))
  return [...new Set(known)].slice(0, maxTransports).join(' ')
}

/**
 * Stores a verified passkey. Writes `added_passkey` and notifies the user by mail. No session ends.
 * @param user locked, as now stored
 * @throws Refusal validator.passkey.already_registered, validator.passkey.too_many
 */
export async function storePasskey(
  tx: Tx,
  user: UserRecord,
  fresh: NewPasskey,
  place: Place | null,
): Promise<PasskeyRecord> {
  if ((await tx.store.passkeys.findOfUser(user.id)).length >= maxPasskeys) {
    throw refuse('validator.passkey.too_many')
  }
  const passkey = await tx.store.passkeys.insert(fresh).catch((error: unknown) => {
    throw isUniqueViolation(error) ? refuse('validator.passkey.already_registered') : error
  })
  audit(tx, 'added_passkey', { userId: user.id, passkeyId: passkey.id, name: passkey.name })
  sendNotice(tx, user, 'passkey-added', place)
  return passkey
}
