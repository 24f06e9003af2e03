import * as contract from '#lib/api/contract/account/profile.ts'
import { operation } from '#lib/api/operation.ts'
import { userToWire } from '#lib/api/wire/users.ts'
import { adminTransaction } from '#lib/context.ts'
import { requireUser } from '#lib/domain/permissions/caller.ts'
import { checkAddress } from '#lib/domain/users/address.ts'
import { usesGeneratedPassword } from '#lib/domain/users/first-administrator.ts'
import { checkPhone } from '#lib/domain/users/phone.ts'
import { checkProfile, refuseTakenUsername } from '#lib/domain/users/profile.ts'
import { countryOfZone } from '#lib/domain/users/time-zones.ts'
import { changeUser } from '#lib/domain/users/users.ts'

export const getOwnProfile = operation(contract.getOwnProfile, async (ctx, { caller }) => {
  const { user } = requireUser(caller)
  const { passwordChangedAt } = user
  return {
    user: {
      ...userToWire(user),
      ...(passwordChangedAt ? { passwordChangedAt: passwordChangedAt.toISOString() } : {}),
      ...(usesGeneratedPassword(ctx, user) ? { passwordGenerated: true as const } : {}),
    },
  }
})

/** Replaces the profile; omitted fields are cleared. */
export const updateOwnProfile = operation(contract.updateOwnProfile, async (ctx, input) => {
  const { id, subject: loggedInUser } = requireUser(input.caller).user
  const profile = await checkProfile(ctx, input.body(), id)
  const zoneInfoCountryName = countryOfZone(profile.zoneInfo, profile.zoneInfoCountryName)
  const change = { ...profile, zoneInfoCountryName }
  const entry = { event: 'updated_own_profile', loggedInUser } as const
  const user = await adminTransaction(ctx, (tx) => changeUser(tx, id, change, entry)).catch(
    refuseTakenUsername,
  )
  return { user: userToWire(user) }
})

/** Replaces the phone number; an empty country and number clear it. */
export const updateOwnPhone = operation(contract.updateOwnPhone, async (ctx, input) => {
  const { id, subject: loggedInUser } = requireUser(input.caller).user
  const change = { ...(await checkPhone(input.body())), phoneNumberVerified: false }
  const entry = { event: 'updated_own_phone', loggedInUser } as const
  const user = await adminTransaction(ctx, (tx) => changeUser(tx, id, change, entry))
  return { user: userToWire(user) }
})

/** Replaces the postal address; the country code is case-insensitive. */
export const updateOwnAddress = operation(contract.updateOwnAddress, async (ctx, input) => {
  const { id, subject: loggedInUser } = requireUser(input.caller).user
  const body = input.body()
  const addressCountry = body.addressCountry.toUpperCase()
  const change = checkAddress({ ...body, addressCountry })
  const entry = { event: 'updated_own_address', loggedInUser } as const
  const user = await adminTransaction(ctx, (tx) => changeUser(tx, id, { ...change }, entry))
  return { user: userToWire(user) }
})
